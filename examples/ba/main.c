/*
 * Derivatives of bundle adjustment, compared with verified values.
 *
 * Usage: ba [directory with the data files]. Two computations: the blocks of
 * the Jacobian for every observation, one reverse sweep per row; and the
 * gradient of the sum of all reprojection errors by one reverse sweep over the
 * whole problem. The exit status is 0 only if every value is within its
 * tolerance.
 */
#include "../common/expected.h"
#include "../common/stopwatch.h"
#include "ba.h"
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_const;
extern void __enzyme_autodiff(void *, ...);
extern double __enzyme_autodiff_double(void *, ...);

enum { BLOCK = CAMERA + 3 + 1, LISTED = 50 };

struct run {
    struct problem p;
    double *reprojection, *weight_error;   /* errors of all observations */
    double *jacobian;                      /* 2 rows of BLOCK per observation */
    double *weight_jacobian;               /* 1 entry per observation */
    double *d_camera, *d_point, *d_weight; /* gradient of the sum of errors */
};

static double *numbers(int count)
{
    return calloc((size_t)count, sizeof(double));
}

static void evaluate(void *argument)
{
    struct run *r = argument;
    const struct problem *p = &r->p;

    all_errors(p->observations, p->camera_of, p->point_of, p->camera, p->point, p->weight,
               p->observed, r->reprojection, r->weight_error);
}

/* Row j of the block of observation i. */
static void reprojection_row(const struct problem *p, int i, int j, double *row)
{
    double error[2], seed[2] = {0, 0};

    seed[j] = 1;
    memset(row, 0, BLOCK * sizeof(double));
    __enzyme_autodiff((void *)reprojection_error, enzyme_dup, &p->camera[CAMERA * p->camera_of[i]],
                      row, enzyme_dup, &p->point[3 * p->point_of[i]], row + CAMERA, enzyme_dup,
                      &p->weight[i], row + CAMERA + 3, enzyme_const, &p->observed[2 * i],
                      enzyme_dupnoneed, error, seed);
}

static void jacobian(void *argument)
{
    struct run *r = argument;
    const struct problem *p = &r->p;

    for (int i = 0; i < p->observations; i++) {
        for (int j = 0; j < 2; j++)
            reprojection_row(p, i, j, &r->jacobian[(2 * i + j) * BLOCK]);
        r->weight_jacobian[i] = __enzyme_autodiff_double((void *)weight_error, p->weight[i]);
    }
}

/* Gradient of the sum of all reprojection errors. */
static void whole_problem(void *argument)
{
    struct run *r = argument;
    const struct problem *p = &r->p;
    double *seed = numbers(2 * p->observations);
    double *no_seed = numbers(p->observations);

    for (int i = 0; i < 2 * p->observations; i++)
        seed[i] = 1;
    memset(r->d_camera, 0, (size_t)(CAMERA * p->cameras) * sizeof(double));
    memset(r->d_point, 0, (size_t)(3 * p->points) * sizeof(double));
    memset(r->d_weight, 0, (size_t)p->observations * sizeof(double));
    __enzyme_autodiff((void *)all_errors, enzyme_const, p->observations, enzyme_const, p->camera_of,
                      enzyme_const, p->point_of, enzyme_dup, p->camera, r->d_camera, enzyme_dup,
                      p->point, r->d_point, enzyme_dup, p->weight, r->d_weight, enzyme_const,
                      p->observed, enzyme_dup, r->reprojection, seed, enzyme_dup, r->weight_error,
                      no_seed);
    free(no_seed);
    free(seed);
}

/* Sum and sum of absolute values. */
static int compare_sums(const struct expected *e, const char *name, const double *v, int count)
{
    const double *want = expected_section(e, name, 1, 2);
    double sums[2] = {0, 0};

    if (want == NULL)
        return 1;
    for (int i = 0; i < count; i++) {
        sums[0] += v[i];
        sums[1] += fabs(v[i]);
    }
    return compare_relative(name, sums, want, 2, 1e-10);
}

static int compare_blocks(const struct run *r, const struct expected *e)
{
    int count = r->p.observations;
    const double *err = expected_section(e, "reproj_err", LISTED, 2);
    const double *jac = expected_section(e, "reproj_jac", 2 * LISTED, BLOCK);
    const double *w_err = expected_section(e, "weight_err", LISTED, 1);
    const double *w_jac = expected_section(e, "weight_jac", LISTED, 1);

    if (!err || !jac || !w_err || !w_jac || count < LISTED)
        return 1;
    return compare_absolute("reproj_err", r->reprojection, err, 2 * LISTED, 1e-12) +
           compare_absolute("weight_err", r->weight_error, w_err, LISTED, 1e-12) +
           compare_relative("reproj_jac", r->jacobian, jac, 2 * LISTED * BLOCK, 1e-10) +
           compare_relative("weight_jac", r->weight_jacobian, w_jac, LISTED, 1e-10) +
           compare_sums(e, "reproj_err_sums", r->reprojection, 2 * count) +
           compare_sums(e, "weight_err_sums", r->weight_error, count) +
           compare_sums(e, "reproj_jac_sums", r->jacobian, 2 * count * BLOCK) +
           compare_sums(e, "weight_jac_sums", r->weight_jacobian, count);
}

/* The gradient of variable v, used by `uses` observations, is uses times the
 * sum of the two entries of its column in the (common) verified block. */
static void expected_gradient(int variables, int width, int observations, const double *column,
                              double *want)
{
    for (int v = 0; v < variables; v++) {
        int uses = observations / variables + (v < observations % variables);
        for (int a = 0; a < width; a++)
            want[v * width + a] = uses * (column[a] + column[BLOCK + a]);
    }
}

static int compare_gradient(const char *name, const struct run *r, const double *column,
                            int variables, int width, const double *got)
{
    double *want = numbers(variables * width);

    expected_gradient(variables, width, r->p.observations, column, want);
    int wrong = compare_relative(name, got, want, variables * width, 1e-10);
    free(want);
    return wrong;
}

static int compare_whole(const struct run *r, const struct expected *e)
{
    const struct problem *p = &r->p;
    const double *block = expected_section(e, "reproj_jac", 2 * LISTED, BLOCK);

    if (block == NULL)
        return 1;
    return compare_gradient("d/d cameras", r, block, p->cameras, CAMERA, r->d_camera) +
           compare_gradient("d/d points", r, block + CAMERA, p->points, 3, r->d_point) +
           compare_gradient("d/d weights", r, block + CAMERA + 3, p->observations, 1, r->d_weight);
}

static void print_times(struct run *r)
{
    double primal = seconds_per_call(evaluate, r);
    double blocks = seconds_per_call(jacobian, r);
    double whole = seconds_per_call(whole_problem, r);

    printf("    time: errors %.3f ms, Jacobian %.3f ms (ratio %.2f), "
           "gradient of the sum %.3f ms (ratio %.2f)\n",
           1e3 * primal, 1e3 * blocks, blocks / primal, 1e3 * whole, whole / primal);
}

static bool run_open(struct run *r, const char *directory)
{
    char input[1024];

    snprintf(input, sizeof input, "%s/ba1_n49_m7776_p31843.txt", directory);
    if (!problem_read(input, &r->p))
        return false;
    r->reprojection = numbers(2 * r->p.observations);
    r->weight_error = numbers(r->p.observations);
    r->jacobian = numbers(2 * r->p.observations * BLOCK);
    r->weight_jacobian = numbers(r->p.observations);
    r->d_camera = numbers(CAMERA * r->p.cameras);
    r->d_point = numbers(3 * r->p.points);
    r->d_weight = numbers(r->p.observations);
    return true;
}

static void run_close(struct run *r)
{
    free(r->reprojection);
    free(r->weight_error);
    free(r->jacobian);
    free(r->weight_jacobian);
    free(r->d_camera);
    free(r->d_point);
    free(r->d_weight);
    problem_free(&r->p);
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "../data/ba";
    char path[1024];
    struct run r;

    snprintf(path, sizeof path, "%s/ba1_n49_m7776_p31843.expected.txt", directory);
    struct expected *e = expected_read(path);
    if (e == NULL || !run_open(&r, directory))
        return 1;
    int observations = r.p.observations;

    evaluate(&r);
    jacobian(&r);
    printf("Jacobian of %d observations\n", observations);
    printf("    norm of the errors %.10g, of the Jacobian %.10g\n",
           euclidean_norm(r.reprojection, 2 * observations),
           euclidean_norm(r.jacobian, 2 * observations * BLOCK));
    int wrong = compare_blocks(&r, e);

    whole_problem(&r);
    printf("Gradient of the sum of all reprojection errors\n");
    wrong += compare_whole(&r, e);
    print_times(&r);
    printf("%s\n", wrong == 0 ? "all values agree" : "SOME VALUES ARE WRONG");

    run_close(&r);
    expected_free(e);
    return wrong == 0 ? 0 : 1;
}

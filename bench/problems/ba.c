/*
 * Bundle adjustment as a least-squares problem.
 *
 * The function that is differentiated is half the sum of all squared errors.
 * Its gradient follows from the verified errors and Jacobian blocks: all
 * observations have the same ones, so a variable that is used u times has u
 * times the entry of the first observation.
 */
#include "ba.h"

#include "../../examples/ba/input.h"
#include "../../examples/common/expected.h"
#include "../suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 50 };

struct opened {
    struct ba ba; /* first, so that a problem is a struct ba */
    struct problem input;
};

static void gather_variables(struct ba *b, const struct problem *p)
{
    size_t cameras = (size_t)(CAMERA * p->cameras);
    size_t points = (size_t)(3 * p->points);
    size_t weights = (size_t)p->observations;
    double *v = malloc((cameras + points + weights) * sizeof *v);

    memcpy(v, p->camera, cameras * sizeof *v);
    memcpy(v + cameras, p->point, points * sizeof *v);
    memcpy(v + cameras + points, p->weight, weights * sizeof *v);
    b->variables = v;
    b->camera = v;
    b->point = v + cameras;
    b->weight = v + cameras + points;
}

void *ba_open(const char *data, const char *argument)
{
    struct opened *o = malloc(sizeof *o);
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.txt", data, argument);
    if (o == NULL || !problem_read(path, &o->input)) {
        free(o);
        return NULL;
    }
    const struct problem *p = &o->input;
    o->ba = (struct ba){.cameras = p->cameras,
                        .points = p->points,
                        .observations = p->observations,
                        .camera_of = p->camera_of,
                        .point_of = p->point_of,
                        .observed = p->observed};
    o->ba.reprojection = calloc(2 * (size_t)p->observations, sizeof(double));
    o->ba.weight_error = calloc((size_t)p->observations, sizeof(double));
    gather_variables(&o->ba, p);
    return o;
}

void ba_close(void *problem)
{
    struct opened *o = problem;

    free(o->ba.variables);
    free(o->ba.reprojection);
    free(o->ba.weight_error);
    problem_free(&o->input);
    free(o);
}

double *ba_parameters(void *problem)
{
    return ((struct ba *)problem)->variables;
}

size_t ba_size(const void *problem)
{
    const struct ba *b = problem;

    return (size_t)(CAMERA * b->cameras + 3 * b->points + b->observations);
}

static struct expected *read_expected(const char *data, const char *argument)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.expected.txt", data, argument);
    return expected_read(path);
}

/* count variables of `width` numbers, whose entries for one observation are
 * `entry`; the gradient they must have. */
static double *repeated(int count, int width, int observations, const double *entry)
{
    double *want = malloc((size_t)(count * width) * sizeof *want);

    for (int v = 0; v < count; v++) {
        int uses = observations / count + (v < observations % count);
        for (int a = 0; a < width; a++)
            want[v * width + a] = uses * entry[a];
    }
    return want;
}

static int compare_repeated(const char *name, const struct ba *b, int count, int width,
                            const double *entry, const double *got)
{
    double *want = repeated(count, width, b->observations, entry);
    int wrong = compare_relative(name, got, want, count * width, 1e-10);

    free(want);
    return wrong;
}

int ba_verify(const char *data, const char *argument, const void *problem, double value,
              const double *gradient)
{
    const struct ba *b = problem;
    struct expected *e = read_expected(data, argument);

    if (e == NULL)
        return 1;
    const double *err = expected_section(e, "reproj_err", LISTED, 2);
    const double *jac = expected_section(e, "reproj_jac", 2 * LISTED, BLOCK);
    const double *w_err = expected_section(e, "weight_err", LISTED, 1);
    const double *w_jac = expected_section(e, "weight_jac", LISTED, 1);
    int wrong = 1;
    if (err && jac && w_err && w_jac) {
        double entry[BLOCK];
        double want =
            0.5 * b->observations * (err[0] * err[0] + err[1] * err[1] + w_err[0] * w_err[0]);
        for (int a = 0; a < BLOCK; a++)
            entry[a] = err[0] * jac[a] + err[1] * jac[BLOCK + a];
        entry[BLOCK - 1] += w_err[0] * w_jac[0];
        wrong = compare_relative("objective", &value, &want, 1, 1e-10);
        wrong += compare_repeated("cameras", b, b->cameras, CAMERA, entry, gradient);
        gradient += CAMERA * b->cameras;
        wrong += compare_repeated("points", b, b->points, 3, entry + CAMERA, gradient);
        gradient += 3 * b->points;
        wrong += compare_repeated("weights", b, b->observations, 1, entry + CAMERA + 3, gradient);
    }
    expected_free(e);
    return wrong;
}

/* The family ba_jacobian differs in what is computed: two rows of BLOCK
 * entries and one entry of the weight error per observation. */

void *ba_jacobian_open(const char *data, const char *argument)
{
    return ba_open(data, argument);
}

void ba_jacobian_close(void *problem)
{
    ba_close(problem);
}

double *ba_jacobian_parameters(void *problem)
{
    (void)problem;
    return NULL;
}

size_t ba_jacobian_size(const void *problem)
{
    return (size_t)((const struct ba *)problem)->observations * (2 * BLOCK + 1);
}

/* Errors (after a primal run) and Jacobian of every observation. */
static int verify_jacobian(const struct ba *b, const struct expected *e, const double *jacobian)
{
    const double *err = expected_section(e, "reproj_err", LISTED, 2);
    const double *jac = expected_section(e, "reproj_jac", 2 * LISTED, BLOCK);
    const double *w_err = expected_section(e, "weight_err", LISTED, 1);
    const double *w_jac = expected_section(e, "weight_jac", LISTED, 1);
    int n = b->observations, width = 2 * BLOCK + 1;

    if (!err || !jac || !w_err || !w_jac)
        return 1;
    double *want = malloc((size_t)(n * width) * sizeof *want);
    for (int i = 0; i < n; i++) {
        memcpy(want + i * width, jac, 2 * BLOCK * sizeof *want);
        want[i * width + 2 * BLOCK] = w_jac[0];
    }
    int wrong = compare_absolute("reproj_err", b->reprojection, err, 2 * LISTED, 1e-12) +
                compare_absolute("weight_err", b->weight_error, w_err, LISTED, 1e-12) +
                compare_relative("jacobian", jacobian, want, n * width, 1e-10);
    free(want);
    return wrong;
}

int ba_jacobian_verify(const char *data, const char *argument, const void *problem, double value,
                       const double *jacobian)
{
    struct expected *e = read_expected(data, argument);

    (void)value;
    if (e == NULL)
        return 1;
    int wrong = verify_jacobian(problem, e, jacobian);
    expected_free(e);
    return wrong;
}

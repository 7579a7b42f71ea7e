/*
 * Derivatives of the solution of a linear system that is spread over processes.
 *
 * The system is that of water in the ground (ground.h). With an adjoint w of the solution x of A x
 * = b, the adjoint of b is v = A^-1 w, and that of element (i, k) of A is -v_i x_k: the program
 * compares the derivative of the iteration with this, for teams of 1 to 3 threads in each process.
 * Then it takes the gradient of a misfit by the conductivity of each cell and by the rain, through
 * the matrix and the solver, and compares it with differences. What is printed does not depend on
 * how many processes there are. The exit status is 0 only if all agree.
 *
 *     cg            all that
 *     cg --time     what solution and gradient cost, on a larger grid
 */
#include "ground.h"

#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { STEPS = 50, LARGEST_TEAM = 3, TIMES = 5 };

struct run {
    struct ground ground;
    struct matrix da;
    double *b, *db, *x, *dx, *w, *v, *k, *dk;
    int rank, size;
};

static double *numbers(int n)
{
    double *at = calloc((size_t)n + 1, sizeof *at);
    if (!at)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return at;
}

static double largest_of_all(double mine)
{
    double all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static void run_open(struct run *r, int rows, int columns)
{
    ground_open(&r->ground, rows, columns);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    const struct matrix *a = &r->ground.a;
    int n = a->n, all = n + a->outside;
    r->b = numbers(n), r->db = numbers(n), r->x = numbers(all), r->dx = numbers(all);
    r->w = numbers(n), r->v = numbers(n), r->k = numbers(all), r->dk = numbers(n);
    r->da = *a;
    r->da.value = numbers(a->first[n]);
    for (int i = 0; i < n; i++) {
        int cell = r->ground.first * columns + i;
        r->k[i] = 1 + 0.5 * sin(cell);
        r->b[i] = 1 + cos(0.1 * cell);
        r->w[i] = 0.5 + sin(0.3 * cell);
    }
    cg_exchange(a, r->k);
    ground_fill(&r->ground.a, r->k);
}

static void run_close(struct run *r)
{
    double *all[] = {r->da.value, r->b, r->db, r->x, r->dx, r->w, r->v, r->k, r->dk};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    ground_close(&r->ground);
}

/* ---- the solver ------------------------------------------------------------------------------ */

static void solve(struct run *r)
{
    cg_solve(&r->ground.a, r->b, r->x, STEPS);
}

static void differentiate(struct run *r)
{
    const struct matrix *a = &r->ground.a;
    size_t n = (size_t)a->n;
    memset(r->da.value, 0, (size_t)a->first[n] * sizeof(double));
    memset(r->db, 0, n * sizeof(double));
    memcpy(r->dx, r->w, n * sizeof(double));
    __enzyme_autodiff((void *)cg_solve, enzyme_dup, a, &r->da, enzyme_dup, r->b, r->db, enzyme_dup,
                      r->x, r->dx, enzyme_const, STEPS);
}

/* The largest difference from what the formula says. */
static double error_of(struct run *r)
{
    const struct matrix *a = &r->ground.a;
    double error = 0;
    cg_solve(a, r->w, r->v, STEPS);
    cg_exchange(a, r->x);
    for (int i = 0; i < a->n; i++) {
        error = fmax(error, fabs(r->db[i] - r->v[i]));
        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            error = fmax(error, fabs(r->da.value[k] + r->v[i] * r->x[a->column[k]]));
    }
    return largest_of_all(error);
}

static bool check_solver(struct run *r)
{
    bool right = true;
    for (int threads = 1; threads <= LARGEST_TEAM; threads++) {
        omp_set_num_threads(threads);
        solve(r);
        differentiate(r);
        double error = error_of(r);
        bool ok = error < 1e-8;
        if (r->rank == 0)
            printf("threads %d: solver and formula: %s\n", threads, ok ? "ok" : "wrong");
        if (r->rank == 0 && !ok)
            fprintf(stderr, "largest difference %.1e\n", error);
        right = right && ok;
    }
    return right;
}

/* ---- the misfit ------------------------------------------------------------------------------ */

/* One process of all has the seed: each of them has a copy of the misfit, and derivatives are those
 * of the sum of all results. */
static double gradient_of_misfit(struct run *r)
{
    size_t n = (size_t)r->ground.a.n;
    double value = 0, seed = r->rank == 0;
    memset(r->da.value, 0, (size_t)r->da.first[n] * sizeof(double));
    memset(r->db, 0, n * sizeof(double));
    memset(r->dk, 0, n * sizeof(double));
    __enzyme_autodiff((void *)ground_misfit, enzyme_dup, r->k, r->dk, enzyme_dup, r->b, r->db,
                      enzyme_const, r->w, enzyme_dup, &r->ground.a, &r->da, enzyme_const, STEPS,
                      enzyme_dup, &value, &seed);
    return value;
}

/* Along a direction, of conductivities or of the rain: `moved` is one of them. */
static double difference(struct run *r, double *moved, const double *direction)
{
    const double h = 1e-5;
    int n = r->ground.a.n;
    double up, down, *kept = numbers(n);
    memcpy(kept, moved, (size_t)n * sizeof *kept);
    for (int i = 0; i < n; i++)
        moved[i] = kept[i] + h * direction[i];
    ground_misfit(r->k, r->b, r->w, &r->ground.a, STEPS, &up);
    for (int i = 0; i < n; i++)
        moved[i] = kept[i] - h * direction[i];
    ground_misfit(r->k, r->b, r->w, &r->ground.a, STEPS, &down);
    memcpy(moved, kept, (size_t)n * sizeof *kept);
    free(kept);
    return (up - down) / (2 * h);
}

static bool compare(struct run *r, const char *name, double *moved, const double *derivative)
{
    int n = r->ground.a.n;
    double *direction = numbers(n);
    for (int i = 0; i < n; i++)
        direction[i] = 1 + cos(0.05 * (r->ground.first * r->ground.columns + i));
    double along = cg_dot(derivative, direction, n), other = difference(r, moved, direction);
    bool right = fabs(along - other) <= 1e-6 * fabs(other);
    if (r->rank == 0)
        printf("by %-15s %12.3f, by differences %12.3f: %s\n", name, along, other,
               right ? "ok" : "wrong");
    free(direction);
    return right;
}

static bool check_misfit(struct run *r)
{
    double value = gradient_of_misfit(r);
    if (r->rank == 0)
        printf("misfit %.6f, its derivative along a direction\n", value);
    bool right = compare(r, "conductivities", r->k, r->dk);
    return compare(r, "rain", r->b, r->db) && right;
}

/* ---- what it costs --------------------------------------------------------------------------- */

/* Seconds: the shortest of several times. */
static double time_of(void (*function)(struct run *), struct run *r)
{
    double shortest = INFINITY;
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        function(r);
        shortest = fmin(shortest, MPI_Wtime() - start);
    }
    return largest_of_all(shortest);
}

static void print_times(struct run *r)
{
    if (r->rank == 0)
        printf("%d processes\nthreads  solve [ms]  gradient [ms]\n", r->size);
    for (int threads = 1; threads <= LARGEST_TEAM; threads++) {
        omp_set_num_threads(threads);
        double primal = time_of(solve, r), gradient = time_of(differentiate, r);
        if (r->rank == 0)
            printf("%7d  %10.2f  %13.2f\n", threads, 1e3 * primal, 1e3 * gradient);
    }
}

int main(int argc, char **argv)
{
    struct run r;
    int provided;
    bool times = argc > 1 && !strcmp(argv[1], "--time"), right = true;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    run_open(&r, times ? 400 : 40, times ? 400 : 50);
    if (times)
        print_times(&r);
    else
        right = check_solver(&r) && check_misfit(&r);
    run_close(&r);
    MPI_Finalize();
    return right ? 0 : 1;
}

/*
 * Derivatives of the solution of a linear system with respect to the matrix and the right side.
 *
 * The system is that of a chain of springs of different stiffness on a ground that yields. With an
 * adjoint w of the solution x of A x = b, the adjoint of b is v = A^-1 w, and that of element (i,
 * k) of A is -v_i x_k: the program compares the derivative of the iteration with this, for teams of
 * 1 to 4 threads, and prints what it costs. The exit status is 0 only if they agree.
 */
#include "cg.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { N = 5000, STEPS = 25, LARGEST_TEAM = 4, TIMES = 5 };

struct run {
    struct matrix a, da;
    double *b, *db, *x, *dx, *w, *v;
};

static double *numbers(int n)
{
    return calloc((size_t)n, sizeof(double));
}

static void add(struct matrix *a, int *count, int column, double value)
{
    a->column[*count] = column;
    a->value[(*count)++] = value;
}

static void run_open(struct run *r)
{
    struct matrix a = {N, calloc(N + 1, sizeof(int)), calloc(3 * N, sizeof(int)), numbers(3 * N)};
    int count = 0;
    r->b = numbers(N), r->db = numbers(N), r->x = numbers(N), r->dx = numbers(N);
    r->w = numbers(N), r->v = numbers(N);
    for (int i = 0; i < N; i++) {
        double left = 1 + 0.5 * sin(i), right = 1 + 0.5 * sin(i + 1);
        a.first[i] = count;
        if (i > 0)
            add(&a, &count, i - 1, -left);
        add(&a, &count, i, left + right + 2);
        if (i < N - 1)
            add(&a, &count, i + 1, -right);
        r->b[i] = cos(0.1 * i);
        r->w[i] = sin(0.3 * i);
    }
    a.first[N] = count;
    r->a = r->da = a;
    r->da.value = numbers(3 * N);
}

static void run_close(struct run *r)
{
    double *all[] = {r->a.value, r->da.value, r->b, r->db, r->x, r->dx, r->w, r->v};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(r->a.first);
    free(r->a.column);
}

static void solve(struct run *r)
{
    cg_solve(&r->a, r->b, r->x, STEPS);
}

static void differentiate(struct run *r)
{
    memset(r->da.value, 0, 3 * N * sizeof(double));
    memset(r->db, 0, N * sizeof(double));
    memcpy(r->dx, r->w, N * sizeof(double));
    __enzyme_autodiff((void *)cg_solve, enzyme_dup, &r->a, &r->da, enzyme_dup, r->b, r->db,
                      enzyme_dup, r->x, r->dx, enzyme_const, STEPS);
}

/* Seconds: the shortest of several times. */
static double time_of(void (*function)(struct run *), struct run *r)
{
    double shortest = INFINITY;
    for (int i = 0; i < TIMES; i++) {
        double start = omp_get_wtime();
        function(r);
        shortest = fmin(shortest, omp_get_wtime() - start);
    }
    return shortest;
}

/* The largest difference from what the formula says. */
static double error_of(struct run *r)
{
    double error = 0;
    cg_solve(&r->a, r->w, r->v, STEPS);
    for (int i = 0; i < N; i++) {
        error = fmax(error, fabs(r->db[i] - r->v[i]));
        for (int k = r->a.first[i]; k < r->a.first[i + 1]; k++)
            error = fmax(error, fabs(r->da.value[k] + r->v[i] * r->x[r->a.column[k]]));
    }
    return error;
}

int main(void)
{
    struct run r;
    bool right = true;
    run_open(&r);
    printf("threads  largest error  solve [ms]  gradient [ms]\n");
    for (int threads = 1; threads <= LARGEST_TEAM; threads++) {
        omp_set_num_threads(threads);
        double primal = time_of(solve, &r), gradient = time_of(differentiate, &r);
        double error = error_of(&r);
        printf("%7d  %13.1e  %10.2f  %13.2f\n", threads, error, 1e3 * primal, 1e3 * gradient);
        right = right && error < 1e-8;
    }
    run_close(&r);
    return right ? 0 : 1;
}

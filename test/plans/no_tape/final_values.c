/* What a factorisation or a solver in place has left where it is, is not kept: the tape holds less
 * than one row of the matrix. */
#include <enzcc/runtime.h>
#include <math.h>
#include <string.h>
#include "oracle.h"

enum { N = 24, SIZE = N * N + N };

static void lu(double *a, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}

static void lu_by_rows(double *a, int n)
{
    for (int k = 0; k < n; k++) {
        const double *pivot = a + k * n;
        for (int i = k + 1; i < n; i++) {
            double *row = a + i * n, factor = row[k] / pivot[k];
            row[k] = factor;
            for (int j = k + 1; j < n; j++)
                row[j] -= factor * pivot[j];
        }
    }
}

static void lu_of_fixed_size(double *a, int n)
{
    (void)n;
    double (*rows)[N] = (double (*)[N])a;
    for (int k = 0; k < N; k++)
        for (int i = k + 1; i < N; i++) {
            rows[i][k] /= rows[k][k];
            for (int j = k + 1; j < N; j++)
                rows[i][j] -= rows[i][k] * rows[k][j];
        }
}

static void cholesky(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
        for (int k = 0; k < i; k++)
            a[i * n + i] -= a[i * n + k] * a[i * n + k];
        a[i * n + i] = sqrt(a[i * n + i]);
    }
}

static void solve_lower(double *a, int n)
{
    double *x = a + n * n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}

struct setting {
    void (*function)(double *, int);
    double at[SIZE], direction[SIZE], weights[SIZE];
};

static double eval(void *context, double t)
{
    const struct setting *s = context;
    double a[SIZE];
    for (int i = 0; i < SIZE; i++)
        a[i] = s->at[i] + t * s->direction[i];
    s->function(a, N);
    return oracle_dot(s->weights, a, SIZE);
}

#define CHECK_FUNCTION(f)                                                                          \
    do {                                                                                           \
        double a[SIZE], adjoint[SIZE];                                                             \
        s.function = f;                                                                            \
        memcpy(a, s.at, sizeof a);                                                                 \
        memcpy(adjoint, s.weights, sizeof adjoint);                                                \
        (void)enz_rt_tape_peak();                                                                  \
        __enzyme_autodiff((void *)f, a, adjoint, N);                                               \
        CHECK_THAT(enz_rt_tape_peak() < N * sizeof(double));                                       \
        oracle_check_difference(ORACLE_SITE(#f), eval, &s, oracle_dot(adjoint, s.direction, SIZE), \
                                1);                                                                \
    } while (0)

int main(void)
{
    struct setting s;
    oracle_random(s.at, SIZE, 1);
    oracle_random(s.direction, SIZE, 2);
    oracle_random(s.weights, SIZE, 3);
    for (int i = 0; i < N; i++)
        s.at[i * N + i] += 30;
    CHECK_FUNCTION(lu);
    CHECK_FUNCTION(lu_by_rows);
    CHECK_FUNCTION(lu_of_fixed_size);
    CHECK_FUNCTION(cholesky);
    CHECK_FUNCTION(solve_lower);
    return oracle_result();
}

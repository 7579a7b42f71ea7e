/* A linear solver with its adjoint: A x = b; the factors are kept as tape. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

enum { N = 3 };

static void factor(double *lu)
{
    for (int k = 0; k < N; k++)
        for (int i = k + 1; i < N; i++) {
            lu[i * N + k] /= lu[k * N + k];
            for (int j = k + 1; j < N; j++)
                lu[i * N + j] -= lu[i * N + k] * lu[k * N + j];
        }
}
static void substitute(const double *lu, double *x)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            x[i] -= lu[i * N + j] * x[j];
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++)
            x[i] -= lu[i * N + j] * x[j];
        x[i] /= lu[i * N + i];
    }
}
static void substitute_transposed(const double *lu, double *x)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= lu[j * N + i] * x[j];
        x[i] /= lu[i * N + i];
    }
    for (int i = N - 1; i >= 0; i--)
        for (int j = i + 1; j < N; j++)
            x[i] -= lu[j * N + i] * x[j];
}

struct tape {
    double lu[N * N], x[N];
};

void solve(const double *a, const double *b, double *x)
{
    double lu[N * N];
    memcpy(lu, a, sizeof lu);
    memcpy(x, b, N * sizeof *x);
    factor(lu);
    substitute(lu, x);
}
struct tape *solve_augmented(const double *a, double *da, const double *b, double *db, double *x,
                             double *dx)
{
    struct tape *t = malloc(sizeof *t);
    memcpy(t->lu, a, sizeof t->lu);
    factor(t->lu);
    memcpy(x, b, N * sizeof *x);
    substitute(t->lu, x);
    memcpy(t->x, x, sizeof t->x);
    return t;
}
void solve_reverse(const double *a, double *da, const double *b, double *db, double *x, double *dx,
                   struct tape *t)
{
    substitute_transposed(t->lu, dx);
    for (int i = 0; i < N; i++) {
        if (db != b)
            db[i] += dx[i];
        for (int j = 0; j < N && da != a; j++)
            da[i * N + j] -= dx[i] * t->x[j];
    }
    memset(dx, 0, N * sizeof *dx);
    free(t);
}
void *__enzyme_register_gradient_solve[] = {(void *)solve, (void *)solve_augmented,
                                            (void *)solve_reverse};

static double f(const double *v, int n)
{
    double a[N * N], b[N] = {v[0], v[1] * v[2], 1}, x[N], y[N];
    for (int i = 0; i < N * N; i++)
        a[i] = v[i % n] + (i % (N + 1) ? 0 : 4);
    solve(a, b, x);
    solve(a, x, y);
    return x[0] * x[1] + y[2];
}

int main(void)
{
    double v[5];
    oracle_random(v, 5, 9);
    ORACLE_GRADIENT(f, v, 5);
    return oracle_result();
}

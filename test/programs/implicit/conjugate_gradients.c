/* <enzcc/implicit.h>: a linear system solved by conjugate gradients, with the same iteration for
 * the adjoint system, which is symmetric; and by GMRES without symmetry, of a size that needs
 * restarts.
 */
#include "oracle.h"
#include <enzcc/implicit.h>
#include <stdlib.h>

enum { N = 60 };

/* A = tridiagonal(-1 + skew, 2 + k_i, -1 - skew), A x = load; p = (k_0 ... k_{n-1}, load). */
static void residual(const double *x, double *r, size_t n, const double *p, size_t np,
                     const double *skew)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (2 + p[i]) * x[i] - (i ? (1 - *skew) * x[i - 1] : 0) -
               (i + 1 < n ? (1 + *skew) * x[i + 1] : 0) - p[n + i];
}

static int conjugate_gradients(enz_matrix *matrix, const void *system, const double *b, double *y,
                               size_t n)
{
    double *r = calloc(3 * n, sizeof *r), *d = r + n, *ad = r + 2 * n;
    for (size_t i = 0; i < n; i++)
        d[i] = r[i] = b[i];
    double rr = oracle_dot(r, r, n), first = rr;
    for (size_t k = 0; k < 4 * n && rr > 1e-28 * first; k++) {
        matrix(system, d, ad);
        double alpha = rr / oracle_dot(d, ad, n), old = rr;
        for (size_t i = 0; i < n; i++)
            y[i] += alpha * d[i], r[i] -= alpha * ad[i];
        rr = oracle_dot(r, r, n);
        for (size_t i = 0; i < n; i++)
            d[i] = r[i] + rr / old * d[i];
    }
    free(r);
    return !(rr <= 1e-28 * first);
}

static void multiply(const void *system, const double *v, double *av)
{
    const double *p = system;
    for (int i = 0; i < N; i++)
        av[i] = (2 + p[i]) * v[i] - (i ? v[i - 1] : 0) - (i + 1 < N ? v[i + 1] : 0);
}
void solve_symmetric(double *x, size_t n, const double *p, size_t np, const double *skew)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
    if (conjugate_gradients(multiply, p, p + n, x, n) != 0)
        abort();
}
ENZ_IMPLICIT(solve_symmetric, residual, conjugate_gradients, double);

/* The algorithm of Thomas, for any matrix with three diagonals that needs no pivots. */
static void eliminate(double *x, size_t n, const double *p, size_t np, const double *skew)
{
    double upper[N];
    for (size_t i = 0; i < n; i++) {
        double below = i ? -(1 - *skew) : 0;
        double pivot = 2 + p[i] - (i ? below * upper[i - 1] : 0);
        upper[i] = -(1 + *skew) / pivot;
        x[i] = (p[n + i] - (i ? below * x[i - 1] : 0)) / pivot;
    }
    for (size_t i = n - 1; i-- > 0;)
        x[i] -= upper[i] * x[i + 1];
}
void solve_skew(double *x, size_t n, const double *p, size_t np, const double *skew)
{
    eliminate(x, n, p, np, skew);
}
ENZ_IMPLICIT(solve_skew, residual, enz_solve_gmres, double);

static double energy(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (i % 7 + 1) * x[i] * x[i];
    return sum;
}
static double f(const double *p, int np)
{
    static const double none = 0;
    double x[N];
    solve_symmetric(x, N, p, np, &none);
    return energy(x);
}
static double g(const double *p, int np)
{
    double x[N], skew = p[0] * p[N] / 4;
    solve_skew(x, N, p, np, &skew);
    return energy(x);
}
static double g_unrolled(const double *p, int np)
{
    double x[N], skew = p[0] * p[N] / 4;
    eliminate(x, N, p, np, &skew);
    return energy(x);
}

int main(void)
{
    double p[2 * N], got[2 * N] = {0}, wanted[2 * N] = {0};
    oracle_random(p, 2 * N, 3);
    for (int i = 0; i < N; i++)
        p[i] = 0.2 + p[i] * p[i];
    ORACLE_GRADIENT(f, p, 2 * N);
    ORACLE_GRADIENT(g, p, 2 * N);
    __enzyme_autodiff((void *)g, enzyme_dup, p, got, 2 * N);
    __enzyme_autodiff((void *)g_unrolled, enzyme_dup, p, wanted, 2 * N);
    CHECK_ARRAY(got, wanted, 2 * N);
    return oracle_result();
}

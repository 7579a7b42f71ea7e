/* <enzcc/implicit.h>: second and third derivatives through iterative linear solvers, in all
 * combinations of modes, against those of the closed solution; data with derivatives; several
 * solutions one behind the other. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>
#include <math.h>

enum { N = 3 };

/* x[i] = s(p[i] + data[0] x[i + 1] x[i + 2]): no closed form; iterated as long as it takes, as a
 * function to be differentiated as it is. */
static void step(const double *x, double *next, size_t n, const double *p, size_t np,
                 const double *data)
{
    for (size_t i = 0; i < n; i++)
        next[i] = sin(p[i] + data[0] * x[(i + 1) % n] * x[(i + 2) % n]);
}
static void iterate(double *x, size_t n, const double *p, size_t np, const double *data)
{
    double next[N];
    for (int k = 0; k < 60; k++) {
        step(x, next, n, p, np, data);
        for (size_t i = 0; i < n; i++)
            x[i] = next[i];
    }
}
void settle(double *x, size_t n, const double *p, size_t np, const double *data)
{
    iterate(x, n, p, np, data);
}
ENZ_FIXED_POINT_HIGHER(settle, step, enz_solve_iterate, double);

static void residual(const double *x, double *r, size_t n, const double *p, size_t np,
                     const double *data)
{
    for (size_t i = 0; i < n; i++)
        r[i] = x[i] - sin(p[i] + data[0] * x[(i + 1) % n] * x[(i + 2) % n]);
}
void solve(double *x, size_t n, const double *p, size_t np, const double *data)
{
    iterate(x, n, p, np, data);
}
ENZ_IMPLICIT_HIGHER(solve, residual, enz_solve_gmres, double);
void solve_dense(double *x, size_t n, const double *p, size_t np, const double *data)
{
    iterate(x, n, p, np, data);
}
ENZ_IMPLICIT_HIGHER(solve_dense, residual, enz_solve_dense, double);

/* q: parameters, and the data. What is solved for the second time depends on the first solution. */
#define FUNCTION(name, solver)                                                                     \
    static double name(const double *q)                                                            \
    {                                                                                              \
        double p[N] = {q[0], q[1] * q[0], q[2]}, x[N] = {0}, y[N] = {0}, sum = 0;                  \
        solver(x, N, p, N, q + N);                                                                 \
        p[0] = x[1] * q[1];                                                                        \
        solver(y, N, p, N, q + N);                                                                 \
        for (int i = 0; i < N; i++) {                                                              \
            sum += x[i] * y[(i + 1) % N] * (i + 1);                                                \
            x[i] = y[i] = p[i] = 0;                                                                \
        }                                                                                          \
        return sum;                                                                                \
    }
FUNCTION(settled, settle)
FUNCTION(solved, solve)
FUNCTION(solved_dense, solve_dense)
FUNCTION(unrolled, iterate)

extern void __enzyme_autodiff_v(void *, ...);

/* Gradients and directional derivatives of each, and the derivatives of these. */
#define DERIVATIVES(name)                                                                          \
    static void name##_gradient(const double *q, double *g)                                        \
    {                                                                                              \
        for (int i = 0; i <= N; i++)                                                               \
            g[i] = 0;                                                                              \
        __enzyme_autodiff_v((void *)name, enzyme_dup, q, g);                                       \
    }                                                                                              \
    static double name##_slope(const double *q, const double *v)                                   \
    {                                                                                              \
        return __enzyme_fwddiff((void *)name, enzyme_dup, q, v);                                   \
    }                                                                                              \
    static double name##_along(const double *q, const double *v, const double *w)                  \
    {                                                                                              \
        return __enzyme_fwddiff((void *)name##_slope, enzyme_dup, q, w, enzyme_const, v);          \
    }                                                                                              \
    static double name##_twice(const double *q, const double *v)                                   \
    {                                                                                              \
        return name##_along(q, v, v);                                                              \
    }                                                                                              \
    static double name##_third(const double *q, const double *v)                                   \
    {                                                                                              \
        return __enzyme_fwddiff((void *)name##_twice, enzyme_dup, q, v, enzyme_const, v);          \
    }                                                                                              \
    /* Forward over reverse, reverse over forward, reverse over reverse: each v^T H. */            \
    static void name##_products(const double *q, const double *v, double h[3][N + 1])              \
    {                                                                                              \
        double g[N + 1], seeds[N + 1];                                                             \
        for (int i = 0; i <= N; i++) {                                                             \
            h[1][i] = h[2][i] = 0;                                                                 \
            seeds[i] = v[i];                                                                       \
        }                                                                                          \
        __enzyme_fwddiff((void *)name##_gradient, enzyme_dup, q, v, enzyme_dup, g, h[0]);          \
        __enzyme_autodiff_v((void *)name##_slope, enzyme_dup, q, h[1], enzyme_const, v);           \
        __enzyme_autodiff_v((void *)name##_gradient, enzyme_dup, q, h[2], enzyme_dup, g, seeds);   \
    }
DERIVATIVES(settled)
DERIVATIVES(solved)
DERIVATIVES(solved_dense)
DERIVATIVES(unrolled)

static const double q[N + 1] = {0.4, -0.7, 1.1, 0.3}, v[N + 1] = {1, -0.5, 2, 0.7},
                          w[N + 1] = {0.2, 1, -1, 0.5};

#define COMPARE(name)                                                                              \
    do {                                                                                           \
        double h[3][N + 1], wanted[3][N + 1];                                                      \
        name##_products(q, v, h);                                                                  \
        unrolled_products(q, v, wanted);                                                           \
        for (int k = 0; k < 3; k++)                                                                \
            CHECK_ARRAY(h[k], wanted[0], N + 1);                                                   \
        CHECK(name##_along(q, v, w), unrolled_along(q, v, w));                                     \
        CHECK(name##_along(q, v, w), oracle_dot(wanted[0], w, N + 1));                             \
        CHECK(name##_third(q, v), unrolled_third(q, v));                                           \
    } while (0)

int main(void)
{
    double g[N + 1], wanted[N + 1];
    solved_gradient(q, g);
    unrolled_gradient(q, wanted);
    CHECK_ARRAY(g, wanted, N + 1);
    COMPARE(settled);
    COMPARE(solved);
    COMPARE(solved_dense);
    return oracle_result();
}

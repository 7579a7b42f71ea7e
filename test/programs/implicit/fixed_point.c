/* <enzcc/implicit.h>: a fixed point whose step depends on x, p and active data; with each linear
 * solver, against the unrolled iteration and differences. */
#include "oracle.h"
#include <enzcc/implicit.h>
#include <math.h>
#include <string.h>

enum { N = 6 };
struct model {
    int n;
    double strength, shift[N];
};

/* A contraction: next_i = strength sin(x_{i+1}) + p_i x_{i-1} / 4 + shift_i. */
static void step(const double *x, double *next, size_t n, const double *p, size_t np,
                 const struct model *model)
{
    for (size_t i = 0; i < n; i++)
        next[i] = model->strength * sin(x[(i + 1) % n]) + p[i % np] * x[(i + n - 1) % n] / 4 +
                  model->shift[i];
}
static void iterate(double *x, size_t n, const double *p, size_t np, const struct model *model)
{
    double next[N];
    for (int k = 0; k < 400; k++) {
        step(x, next, n, p, np, model);
        memcpy(x, next, n * sizeof *x);
    }
}
void settle(double *x, size_t n, const double *p, size_t np, const struct model *model)
{
    iterate(x, n, p, np, model);
}
ENZ_FIXED_POINT(settle, step, enz_solve_iterate, struct model);

void settle_dense(double *x, size_t n, const double *p, size_t np, const struct model *model)
{
    iterate(x, n, p, np, model);
}
ENZ_FIXED_POINT(settle_dense, step, enz_solve_dense, struct model);

void settle_gmres(double *x, size_t n, const double *p, size_t np, const struct model *model)
{
    iterate(x, n, p, np, model);
}
ENZ_FIXED_POINT(settle_gmres, step, enz_solve_gmres, struct model);

typedef void solver(double *, size_t, const double *, size_t, const struct model *);
static inline __attribute__((always_inline)) double with(solver *solve, const double *q)
{
    struct model model = {N, 0.3 * cos(q[0]), {0}};
    double p[3] = {q[1], q[2] * q[2], 0.5}, x[N] = {0}, y[N] = {0}, sum = 0;
    for (int i = 0; i < N; i++)
        model.shift[i] = q[i % 4] + i;
    solve(x, N, p, 3, &model);
    /* once more, with constant data: all derivatives come through p */
    static const struct model fixed = {N, 0.2, {1, 2, 3, 4, 5, 6}};
    solve(y, N, x, N, &fixed);
    for (int i = 0; i < N; i++)
        sum += (i + 1) * y[i] * x[i];
    return sum;
}
static double f(const double *q, int n)
{
    return with(settle, q);
}
static double f_dense(const double *q, int n)
{
    return with(settle_dense, q);
}
static double f_gmres(const double *q, int n)
{
    return with(settle_gmres, q);
}
static double unrolled(const double *q, int n)
{
    return with(iterate, q);
}

int main(void)
{
    double q[4] = {0.3, 0.5, -0.7, 0.2}, wanted[4] = {0}, g[3][4] = {{0}};
    ORACLE_GRADIENT(f, q, 4);
    ORACLE_GRADIENT(f_dense, q, 4);
    ORACLE_GRADIENT(f_gmres, q, 4);
    __enzyme_autodiff((void *)unrolled, enzyme_dup, q, wanted, 4);
    __enzyme_autodiff((void *)f, enzyme_dup, q, g[0], 4);
    __enzyme_autodiff((void *)f_dense, enzyme_dup, q, g[1], 4);
    __enzyme_autodiff((void *)f_gmres, enzyme_dup, q, g[2], 4);
    for (int i = 0; i < 3; i++)
        CHECK_ARRAY(g[i], wanted, 4);
    return oracle_result();
}

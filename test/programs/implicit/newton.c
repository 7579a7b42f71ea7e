/* <enzcc/implicit.h>: Newton's method for a system with a closed solution, and for one without;
 * gradients against closed forms, against the unrolled iteration and against differences, in both
 * modes and with several directions. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>
#include <math.h>

static int solver_calls;

/* u^2 + v^2 = p0, u v = p1, with u > v > 0. */
static void circle(const double *x, double *r, size_t n, const double *p, size_t np,
                   const void *data)
{
    r[0] = x[0] * x[0] + x[1] * x[1] - p[0];
    r[1] = x[0] * x[1] - p[1];
}
static void iterate(double *x, const double *p)
{
    for (int i = 0; i < 60; i++) {
        double r0 = x[0] * x[0] + x[1] * x[1] - p[0], r1 = x[0] * x[1] - p[1];
        double det = 2 * x[0] * x[0] - 2 * x[1] * x[1];
        double u = (x[0] * r0 - 2 * x[1] * r1) / det, v = (2 * x[0] * r1 - x[1] * r0) / det;
        x[0] -= u;
        x[1] -= v;
    }
}
void solve_circle(double *x, size_t n, const double *p, size_t np, const void *data)
{
    solver_calls++;
    iterate(x, p);
}
ENZ_IMPLICIT(solve_circle, circle, enz_solve_dense, void);

/* p and x are overwritten after the solve: the rule has to keep what it needs. */
static double f(const double *q)
{
    double p[2] = {q[0] * q[1], q[1]}, x[2] = {3, 1};
    solve_circle(x, 2, p, 2, NULL);
    double result = x[0] * x[0] * x[1];
    p[0] = p[1] = 0;
    x[0] = x[1] = 7;
    return result * q[0] + x[0];
}
static double unrolled(const double *q)
{
    double p[2] = {q[0] * q[1], q[1]}, x[2] = {3, 1};
    iterate(x, p);
    return x[0] * x[0] * x[1] * q[0] + 7;
}
/* u + v = sqrt(p0 + 2 p1), u - v = sqrt(p0 - 2 p1), u^2 v = u p1. */
static double closed(const double *q)
{
    return (sqrt(q[1] * (q[0] + 2)) + sqrt(q[1] * (q[0] - 2))) / 2 * q[1] * q[0] + 7;
}

ENZ_GRADIENT(gradient, f, double);
ENZ_GRADIENT(gradient_unrolled, unrolled, double);
ENZ_GRADIENT(gradient_closed, closed, double);
ENZ_DIRECTIONAL(slope, f, double);
ENZ_HESSIAN(hessian, f, double);
ENZ_HESSIAN(hessian_closed, closed, double);

static void solution(const double *p, double *x)
{
    x[0] = 3;
    x[1] = 1;
    solve_circle(x, 2, p, 2, NULL);
}
ENZ_JACOBIAN_FORWARD(by_columns, solution, double);
ENZ_JACOBIAN_REVERSE(by_rows, solution, double);

static void cube(const double *x, double *r, size_t n, const double *p, size_t np, const void *data)
{
    r[0] = x[0] * x[0] * x[0] - p[0];
}
void cube_root(double *x, size_t n, const double *p, size_t np, const void *data)
{
    x[0] = cbrt(p[0]);
}
ENZ_IMPLICIT(cube_root, cube, enz_solve_dense, void);
static void root(const double *p, double *x)
{
    x[0] = 1;
    cube_root(x, 1, p, 1, NULL);
}
ENZ_JACOBIAN_FORWARD(root_slopes, root, double);
ENZ_JACOBIAN_REVERSE(root_gradients, root, double);

int main(void)
{
    const double q[2] = {3, 1.25};
    double g[2], wanted[2], value;
    solver_calls = 0;
    CHECK(gradient(q, 2, g), closed(q));
    CHECK_THAT(solver_calls == 1);
    gradient_closed(q, 2, wanted);
    CHECK_ARRAY(g, wanted, 2);
    gradient_unrolled(q, 2, wanted);
    CHECK_ARRAY(g, wanted, 2);
    const double v[2] = {0.3, -2};
    CHECK(slope(q, v, &value), oracle_dot(g, v, 2));
    CHECK(value, closed(q));

    double h[4], wanted_h[4];
    hessian(q, 2, g, h, NULL);
    hessian_closed(q, 2, g, wanted_h, NULL);
    CHECK_ARRAY(h, wanted_h, 4);

    /* du/dp and dv/dp with s = u + v, d = u - v: s' = (1/2, 1) / s, d' = (1/2, -1) / d. */
    const double p[2] = {10, 3}, s = 4, d = 2;
    const double j[4] = {(0.5 / s + 0.5 / d) / 2, (1 / s - 1 / d) / 2, (0.5 / s - 0.5 / d) / 2,
                         (1 / s + 1 / d) / 2};
    double x[2], got[4];
    solver_calls = 0;
    by_columns(p, 2, 2, x, got, NULL);
    CHECK_ARRAY(got, j, 4);
    CHECK_ARRAY(x, ORACLE_LIST(3, 1), 2);
    CHECK_THAT(solver_calls == 1); /* one primal for all directions */
    by_rows(p, 2, 2, x, got, NULL);
    CHECK_ARRAY(got, j, 4);

    /* The cube root has no derivative at 0. */
    double zero = 0, eight = 8;
    root_slopes(&eight, 1, 1, x, got, NULL);
    CHECK(x[0], 2);
    CHECK(got[0], 1 / 12.);
    root_slopes(&zero, 1, 1, x, got, NULL);
    CHECK_NAN(got[0]);
    root_gradients(&zero, 1, 1, x, got, NULL);
    CHECK_NAN(got[0]);
    return oracle_result();
}

/* cminpack: fits and roots, differentiated by the data and the parameters of the problem, through
 * the iterations of the solvers. */
#include <cminpack.h>
#include <math.h>
#include <string.h>

#include "oracle.h"

enum { POINTS = 12 };

/* Residuals of a * exp(-b t) + c at POINTS data. */
static int decay(void *data, int m, int n, const double *x, double *residual, int flag)
{
    const double *y = data;
    (void)n;
    (void)flag;
    for (int i = 0; i < m; i++)
        residual[i] = x[0] * exp(-x[1] * 0.3 * i) + x[2] - y[i];
    return 0;
}
static int decay_jacobian(void *data, int m, int n, const double *x, double *residual,
                          double *jacobian, int leading, int flag)
{
    if (flag == 1)
        return decay(data, m, n, x, residual, flag);
    for (int i = 0; i < m; i++) {
        double e = exp(-x[1] * 0.3 * i);
        jacobian[i] = e;
        jacobian[i + leading] = -x[0] * 0.3 * i * e;
        jacobian[i + 2 * leading] = 1;
    }
    return 0;
}

/* The sum of the squares of what is fitted to data, weighted. */
static double fitted(const double *x)
{
    return x[0] + 2 * x[1] + x[2] * x[2];
}
static double by_differences(const double *y, int m)
{
    double x[3] = {1, 1, 0}, residual[POINTS], work[POINTS * 3 + 5 * 3 + POINTS];
    int pivots[3];
    lmdif1(decay, (void *)y, m, 3, x, residual, 1e-15, pivots, work, sizeof work / sizeof *work);
    return fitted(x);
}
static double by_jacobian(const double *y, int m)
{
    double x[3] = {1, 1, 0}, residual[POINTS], jacobian[POINTS * 3], work[5 * 3 + POINTS];
    int pivots[3];
    lmder1(decay_jacobian, (void *)y, m, 3, x, residual, jacobian, m, 1e-15, pivots, work,
           sizeof work / sizeof *work);
    return fitted(x);
}

/* u^2 v = p0, u + v^2 = p1. */
static int pair(void *data, int n, const double *x, double *f, int flag)
{
    const double *p = data;
    (void)n;
    (void)flag;
    f[0] = x[0] * x[0] * x[1] - p[0];
    f[1] = x[0] + x[1] * x[1] - p[1];
    return 0;
}
static int pair_jacobian(void *data, int n, const double *x, double *f, double *j, int leading,
                         int flag)
{
    if (flag == 1)
        return pair(data, n, x, f, flag);
    j[0] = 2 * x[0] * x[1];
    j[1] = 1;
    j[leading] = x[0] * x[0];
    j[leading + 1] = 2 * x[1];
    return 0;
}
static double root(const double *p, int n)
{
    double x[2] = {1, 1}, f[2], work[2 * (3 * 2 + 13) / 2];
    hybrd1(pair, (void *)p, n, x, f, 1e-14, work, sizeof work / sizeof *work);
    return x[0] + 3 * x[1];
}
static double root_by_jacobian(const double *p, int n)
{
    double x[2] = {1, 1}, f[2], j[4], work[2 * (2 + 13) / 2];
    hybrj1(pair_jacobian, (void *)p, n, x, f, j, n, 1e-14, work, sizeof work / sizeof *work);
    return x[0] + 3 * x[1];
}

/* The Jacobian that lmdif takes from differences has half the digits, and so have derivatives
 * through them: they are compared with those of the fit with its own Jacobian. */
static void compare(const double *y)
{
    double exact[POINTS], reverse[POINTS], tangent;
    GRADIENT(by_jacobian, y, exact, POINTS);
    GRADIENT(by_differences, y, reverse, POINTS);
    for (int i = 0; i < POINTS; i++) {
        double seed[POINTS] = {0};
        seed[i] = 1;
        tangent = ORACLE_TANGENT_CALL(by_differences, y, seed, POINTS);
        CHECK_TOL(reverse[i], exact[i], 1e-5);
        CHECK_TOL(tangent, exact[i], 1e-5);
    }
}

int main(void)
{
    double y[POINTS];
    for (int i = 0; i < POINTS; i++)
        y[i] = 2.1 * exp(-0.7 * 0.3 * i) + 0.4;
    ORACLE_GRADIENT(by_jacobian, y, POINTS);
    compare(y);
    /* Where u = 1, v = 2: the inverse of {{2 u v, u^2}, {1, 2 v}}. */
    double p[2] = {2, 5}, want[2] = {(4. - 3.) / 15, (-1. + 12.) / 15};
    ORACLE_GRADIENT_IS(root, p, 2, want);
    ORACLE_GRADIENT_IS(root_by_jacobian, p, 2, want);
    return oracle_result();
}

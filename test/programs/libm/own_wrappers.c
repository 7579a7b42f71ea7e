/* Wrappers with checks around library functions, as portable programs have: clamped domains, errno,
 * fallbacks. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include "oracle.h"

static double safe_log(double x)
{
    errno = 0;
    double r = log(x > 1e-300 ? x : 1e-300);
    if (errno)
        fprintf(stderr, "log failed\n");
    return r;
}
static double safe_sqrt(double x)
{
    return x > 0 ? sqrt(x) : 0;
}
static double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}
static double softplus(double x)
{
    return x > 30 ? x : log1p(exp(x));
}
static double gelu(double x)
{
    return 0.5 * x * (1 + erf(x * M_SQRT1_2));
}
static double sinc(double x)
{
    return fabs(x) < 1e-8 ? 1 - x * x / 6 : sin(x) / x;
}
static double normal(double x, double s)
{
    return exp(-0.5 * x * x / (s * s)) / (s * sqrt(2 * M_PI));
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += safe_log(x[i] * x[i] + 0.1) * sigmoid(x[i]) + safe_sqrt(x[i]) * softplus(40 * x[i]) +
             gelu(x[i]) + sinc(3 * x[i]) * normal(x[i], 0.7);
    return s;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 11);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

/* A quadrature whose integrand may itself transform another integrand of the same
 * type: through pointers the small transform can call itself. Several derivatives
 * of the same library. */
#include <math.h>

#include "oracle.h"

struct integrand {
    double (*f)(double, void *);
    void *params;
};

static double call(const struct integrand *g, double t)
{
    return g->f(t, g->params);
}

static double midpoint(const struct integrand *g, double a, double b, int n)
{
    double h = (b - a) / n, s = 0;
    for (int i = 0; i < n; i++)
        s += h * call(g, a + (i + 0.5) * h);
    return s;
}

/* (0, inf) onto (0, 1). */
static double to_unit(double t, void *params)
{
    return call(params, (1 - t) / t) / (t * t);
}

static double half_line(const struct integrand *g, int n)
{
    struct integrand mapped = {to_unit, (void *)g};
    return midpoint(&mapped, 0, 1, n);
}

static double decay(double t, void *params)
{
    return exp(-*(const double *)params * t);
}
static double wave(double t, void *params)
{
    return cos(*(const double *)params * t);
}

static double f_decay(double a)
{
    struct integrand g = {decay, &a};
    return half_line(&g, 200);
}
static double f_wave(double a)
{
    struct integrand g = {wave, &a};
    return midpoint(&g, 0, a, 100);
}
static double f_both(double a)
{
    struct integrand g = {wave, &a}, h = {decay, &a};
    return midpoint(&g, 0, 1, 50) * half_line(&h, 50);
}

int main(void)
{
    ORACLE_SCALAR(f_decay, 1.3);
    ORACLE_SCALAR(f_wave, 1.3);
    ORACLE_SCALAR(f_both, 1.3);
    CHECK_TOL(__enzyme_autodiff((void *)f_decay, 1.3), -1 / (1.3 * 1.3), 1e-3);
    return oracle_result();
}

/* GSL: interpolation, its derivatives and integrals, by the data and by the point. */
#include <gsl/gsl_interp2d.h>
#include <gsl/gsl_spline.h>
#include <gsl/gsl_spline2d.h>

#include "oracle.h"

enum { N = 8 };
static const double nodes[N] = {0, 0.7, 1.1, 2.0, 2.6, 3.3, 4.1, 5.0};

static double evaluate(const gsl_interp_type *type, const double *y, int n, double at)
{
    gsl_interp_accel *accel = gsl_interp_accel_alloc();
    gsl_spline *spline = gsl_spline_alloc(type, n);
    gsl_spline_init(spline, nodes, y, n);
    double s = gsl_spline_eval(spline, at, accel) +
               2 * gsl_spline_eval_deriv(spline, at + 0.3, accel) +
               gsl_spline_eval_integ(spline, 0.4, at, accel);
    gsl_spline_free(spline);
    gsl_interp_accel_free(accel);
    return s;
}

static double linear(const double *y, int n)
{
    return evaluate(gsl_interp_linear, y, n, 1.7);
}
static double polynomial(const double *y, int n)
{
    return evaluate(gsl_interp_polynomial, y, n, 1.7);
}
static double cubic(const double *y, int n)
{
    return evaluate(gsl_interp_cspline, y, n, 1.7);
}
static double cubic_periodic(const double *y, int n)
{
    return evaluate(gsl_interp_cspline_periodic, y, n, 1.7);
}
static double akima(const double *y, int n)
{
    return evaluate(gsl_interp_akima, y, n, 1.7);
}
static double steffen(const double *y, int n)
{
    return evaluate(gsl_interp_steffen, y, n, 1.7);
}

/* The point varies, the data do not; a search per evaluation. */
static double values[N];
static double by_point(double at)
{
    gsl_spline *spline = gsl_spline_alloc(gsl_interp_cspline, N);
    gsl_spline_init(spline, nodes, values, N);
    double s = gsl_spline_eval(spline, at, NULL);
    gsl_spline_free(spline);
    return s;
}
static double slope(double at)
{
    gsl_spline *spline = gsl_spline_alloc(gsl_interp_cspline, N);
    gsl_spline_init(spline, nodes, values, N);
    double s = gsl_spline_eval_deriv(spline, at, NULL);
    gsl_spline_free(spline);
    return s;
}

/* The nodes vary as well: x = {nodes, values}, through the low-level interface. */
static double by_nodes(const double *x, int n)
{
    gsl_interp *interp = gsl_interp_alloc(gsl_interp_cspline, n / 2);
    gsl_interp_accel *accel = gsl_interp_accel_alloc();
    gsl_interp_init(interp, x, x + n / 2, n / 2);
    double s = 0;
    for (int i = 0; i < 5; i++)
        s += (i + 1) * gsl_interp_eval(interp, x, x + n / 2, 0.5 + 0.8 * i, accel);
    gsl_interp_accel_free(accel);
    gsl_interp_free(interp);
    return s;
}

static double surface(const gsl_interp2d_type *type, const double *z)
{
    static const double xa[4] = {0, 1, 2, 3}, ya[4] = {0, 0.5, 1.5, 2};
    gsl_spline2d *spline = gsl_spline2d_alloc(type, 4, 4);
    gsl_spline2d_init(spline, xa, ya, z, 4, 4);
    double s = gsl_spline2d_eval(spline, 1.3, 0.9, NULL, NULL);
    gsl_spline2d_free(spline);
    return s;
}
static double bilinear(const double *z, int n)
{
    (void)n;
    return surface(gsl_interp2d_bilinear, z);
}
static double bicubic(const double *z, int n)
{
    (void)n;
    return surface(gsl_interp2d_bicubic, z);
}

int main(void)
{
    double y[16], both[2 * N];
    oracle_random(y, 16, 5);
    for (int i = 0; i < N; i++)
        values[i] = y[i], both[i] = nodes[i], both[N + i] = y[i];
    ORACLE_GRADIENT(linear, y, N);
    ORACLE_GRADIENT(polynomial, y, N);
    ORACLE_GRADIENT(cubic, y, N);
    ORACLE_GRADIENT(akima, y, N);
    ORACLE_GRADIENT(steffen, y, N);
    ORACLE_SCALAR_IS(by_point, 1.6, slope(1.6));
    ORACLE_GRADIENT(by_nodes, both, 2 * N);
    ORACLE_GRADIENT(bilinear, y, 16);
    ORACLE_GRADIENT(bicubic, y, 16);
    y[N - 1] = y[0];
    ORACLE_GRADIENT(cubic_periodic, y, N);
    return oracle_result();
}

/* GSL: second derivatives, reverse and forward over reverse and forward: a special
 * function, a quadrature, a spline, an elimination that calls itself. */
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_spline.h>
#include <math.h>

#include "oracle.h"

static double bessel_r(double x)
{
    return __enzyme_autodiff((void *)gsl_sf_bessel_J0, x);
}
static double gamma_r(double x)
{
    return __enzyme_autodiff((void *)gsl_sf_lngamma, x);
}
static double gamma_f(double x)
{
    return __enzyme_fwddiff((void *)gsl_sf_lngamma, x, 1.0);
}

static double decay(double t, void *params)
{
    return exp(-*(const double *)params * t);
}
static double area(double a)
{
    gsl_function f = {decay, &a};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(100);
    double result, error;
    gsl_integration_qag(&f, 0, 1, 1e-10, 1e-10, 100, GSL_INTEG_GAUSS21, space, &result, &error);
    gsl_integration_workspace_free(space);
    return result;
}
static double area_r(double a)
{
    return __enzyme_autodiff((void *)area, a);
}
static double area_f(double a)
{
    return __enzyme_fwddiff((void *)area, a, 1.0);
}

static double curve(double v)
{
    double x[4] = {0, 1, 2, 3}, y[4] = {1, v * v, sin(v), 2};
    gsl_spline *s = gsl_spline_alloc(gsl_interp_cspline, 4);
    gsl_spline_init(s, x, y, 4);
    double r = gsl_spline_eval(s, 1.4, NULL);
    gsl_spline_free(s);
    return r * r;
}
static double curve_r(double v)
{
    return __enzyme_autodiff((void *)curve, v);
}
static double curve_f(double v)
{
    return __enzyme_fwddiff((void *)curve, v, 1.0);
}

static double determinant(double v)
{
    double m[9] = {2, v, 1, v * v, 3, 1, 0.5, v, 4};
    size_t order[3];
    int sign;
    gsl_matrix_view a = gsl_matrix_view_array(m, 3, 3);
    gsl_permutation p = {3, order};
    gsl_linalg_LU_decomp(&a.matrix, &p, &sign);
    return gsl_linalg_LU_det(&a.matrix, sign);
}
static double determinant_r(double v)
{
    return __enzyme_autodiff((void *)determinant, v);
}
static double determinant_f(double v)
{
    return __enzyme_fwddiff((void *)determinant, v, 1.0);
}

int main(void)
{
    ORACLE_SCALAR_IS(bessel_r, 2.3, gsl_sf_bessel_J1(2.3) / 2.3 - gsl_sf_bessel_J0(2.3));
    ORACLE_SCALAR_IS(gamma_r, 3.4, gsl_sf_psi_1(3.4));
    ORACLE_SCALAR_IS(gamma_f, 3.4, gsl_sf_psi_1(3.4));
    ORACLE_SCALAR(area_r, 0.8);
    ORACLE_SCALAR(area_f, 0.8);
    ORACLE_SCALAR(curve_r, 0.8);
    ORACLE_SCALAR(curve_f, 0.8);
    ORACLE_SCALAR(determinant_r, 0.8);
    ORACLE_SCALAR(determinant_f, 0.8);
    return oracle_result();
}

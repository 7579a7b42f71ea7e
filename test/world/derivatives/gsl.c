/* GSL: an integral, a spline, a linear system and a Bessel function; test/gsl has more. */
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sf_bessel.h>
#include <gsl/gsl_spline.h>
#include <math.h>

#include "oracle.h"

/* x^a over [0, 1]: 1 / (a + 1). */
static double power(double x, void *a)
{
    return pow(x, *(const double *)a);
}
static double integral(double a)
{
    double result, error;
    gsl_function f = {power, &a};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(100);
    gsl_integration_qags(&f, 0, 1, 1e-13, 1e-13, 100, space, &result, &error);
    gsl_integration_workspace_free(space);
    return result;
}

static double spline(const double *y, int n)
{
    double x[8];
    for (int i = 0; i < n; i++)
        x[i] = i * i * 0.1 + i;
    gsl_interp_accel *place = gsl_interp_accel_alloc();
    gsl_spline *s = gsl_spline_alloc(gsl_interp_cspline, n);
    gsl_spline_init(s, x, y, n);
    double value = gsl_spline_eval(s, 2.7, place) + gsl_spline_eval_deriv(s, 1.3, place);
    gsl_spline_free(s);
    gsl_interp_accel_free(place);
    return value;
}

/* w^T A^-1 b for a 3 x 3 matrix and the right side behind it. */
static double solution(const double *in, int n)
{
    double copy[12], x[3];
    int sign;
    for (int i = 0; i < n; i++)
        copy[i] = in[i];
    gsl_matrix_view a = gsl_matrix_view_array(copy, 3, 3);
    gsl_vector_view b = gsl_vector_view_array(copy + 9, 3), out = gsl_vector_view_array(x, 3);
    gsl_permutation *p = gsl_permutation_alloc(3);
    gsl_linalg_LU_decomp(&a.matrix, p, &sign);
    gsl_linalg_LU_solve(&a.matrix, p, &b.vector, &out.vector);
    gsl_permutation_free(p);
    return x[0] + 2 * x[1] - x[2];
}

static double bessel(double x)
{
    return gsl_sf_bessel_Jnu(1.5, x);
}

int main(void)
{
    double y[8], in[12];
    oracle_random(y, 8, 1);
    oracle_random(in, 12, 2);
    CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(integral, 0.5), -1 / (1.5 * 1.5), 1e-8);
    CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(integral, 0.5), -1 / (1.5 * 1.5), 1e-8);
    ORACLE_GRADIENT(spline, y, 8);
    ORACLE_GRADIENT(solution, in, 12);
    /* J' = J_(nu - 1) - nu J_nu / x. */
    ORACLE_SCALAR_IS(bessel, 3.0, gsl_sf_bessel_Jnu(0.5, 3) - 1.5 * gsl_sf_bessel_Jnu(1.5, 3) / 3);
    return oracle_result();
}

/* GSL with the error handler off, and with one of the program: code goes on after
 * an error, so error paths are part of what is differentiated. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_spline.h>
#include <math.h>
#include <stdio.h>

#include "oracle.h"

static int errors;
static void count(const char *reason, const char *file, int line, int code)
{
    (void)reason, (void)file, (void)line, (void)code;
    errors++;
}

/* Outside of the domain of the function the value is replaced. */
static double guarded(double x)
{
    gsl_sf_result r;
    if (gsl_sf_bessel_K0_e(x, &r) != GSL_SUCCESS)
        return x * x;
    return r.val;
}

static double integrand(double t, void *params)
{
    return pow(t, *(const double *)params);
}
static double improper(double a)
{
    gsl_function f = {integrand, &a};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(20);
    double result = 0, error;
    int status = gsl_integration_qags(&f, 0, 1, 0, 1e-10, 20, space, &result, &error);
    gsl_integration_workspace_free(space);
    return status ? result + 1e-3 * a : result;
}

static double solve(const double *x, int n)
{
    double copy[4] = {x[0], x[1], x[2], x[3]}, y[2] = {0, 0};
    size_t order[2];
    int sign;
    (void)n;
    gsl_matrix_view a = gsl_matrix_view_array(copy, 2, 2);
    gsl_vector_const_view b = gsl_vector_const_view_array(x + 4, 2);
    gsl_vector_view v = gsl_vector_view_array(y, 2);
    gsl_permutation p = {2, order};
    gsl_linalg_LU_decomp(&a.matrix, &p, &sign);
    if (gsl_linalg_LU_solve(&a.matrix, &p, &b.vector, &v.vector) != GSL_SUCCESS)
        return x[4] - x[5];
    return y[0] + 2 * y[1];
}

static int growth(double t, const double y[], double f[], void *params)
{
    const double *p = params;
    (void)t;
    if (y[0] > 100)
        return GSL_EBADFUNC;
    f[0] = p[0] * y[0] * (1 - y[0] / p[1]);
    return GSL_SUCCESS;
}
static double logistic(const double *x, int n)
{
    double params[2] = {x[0], x[1]}, y = x[2], t = 0, s = 0;
    (void)n;
    gsl_odeiv2_system system = {growth, NULL, 1, params};
    gsl_odeiv2_driver *driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, 1e-11, 1e-11);
    for (int i = 1; i <= 4; i++) {
        int status = gsl_odeiv2_driver_apply(driver, &t, 0.4 * i, &y);
        if (status != GSL_SUCCESS) {
            fprintf(stderr, "%s\n", gsl_strerror(status));
            break;
        }
        s += (y - 0.5 * i) * (y - 0.5 * i);
    }
    gsl_odeiv2_driver_free(driver);
    return s;
}
static double logistic_exact(const double *x, int n)
{
    double s = 0;
    (void)n;
    for (int i = 1; i <= 4; i++) {
        double y = x[1] / (1 + (x[1] / x[2] - 1) * exp(-x[0] * 0.4 * i));
        s += (y - 0.5 * i) * (y - 0.5 * i);
    }
    return s;
}

static double table(const double *y, int n)
{
    static const double x[4] = {0, 1, 2, 3};
    gsl_spline *s = gsl_spline_alloc(gsl_interp_akima, n); /* too few points: NULL */
    if (!s)
        s = gsl_spline_alloc(gsl_interp_cspline, n);
    gsl_spline_init(s, x, y, n);
    double v, outside;
    gsl_spline_eval_e(s, 1.3, NULL, &v);
    if (gsl_spline_eval_e(s, 7.0, NULL, &outside) != GSL_SUCCESS)
        outside = y[3];
    gsl_spline_free(s);
    return v * outside;
}

static void check(void)
{
    const double x[6] = {2, 0.3, -0.4, 1.5, 0.7, 0.9}, singular[6] = {1, 1, 1, 1, 0.7, 0.9};
    const double data[3] = {1.1, 5, 0.6};
    double got[3], want[3];
    ORACLE_SCALAR_IS(guarded, 1.2, -gsl_sf_bessel_K1(1.2));
    ORACLE_SCALAR_IS(guarded, -1.2, -2.4);
    CHECK_TOL(__enzyme_autodiff((void *)improper, -0.5), -1 / 0.25, 1e-4);
    ORACLE_GRADIENT(solve, x, 6);
    got[0] = 0;
    double dx[6] = {0};
    __enzyme_autodiff((void *)solve, enzyme_dup, singular, dx, enzyme_const, 6);
    CHECK(dx[4], 1);
    CHECK(dx[5], -1);
    GRADIENT(logistic, data, got, 3);
    GRADIENT(logistic_exact, data, want, 3);
    for (int i = 0; i < 3; i++)
        CHECK_TOL(got[i], want[i], 1e-6);
    ORACLE_GRADIENT(table, x, 4);
}

int main(void)
{
    gsl_set_error_handler_off();
    check();
    gsl_set_error_handler(count);
    check();
    CHECK_THAT(errors > 0);
    return oracle_result();
}

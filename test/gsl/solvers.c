/* GSL: root finding, minimisation, numerical differentiation and least squares:
 * the iterations themselves are differentiated, by the parameters of the problem. */
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_multiroots.h>
#include <gsl/gsl_roots.h>
#include <math.h>

#include "oracle.h"

/* The root of x^3 = a; the derivative is 1 / (3 a^(2/3)). */
static double cube(double x, void *params)
{
    return x * x * x - *(const double *)params;
}
static double cube_slope(double x, void *params)
{
    (void)params;
    return 3 * x * x;
}
static void cube_both(double x, void *params, double *f, double *df)
{
    *f = cube(x, params);
    *df = cube_slope(x, params);
}

static double bracketed(const gsl_root_fsolver_type *type, double a)
{
    gsl_function f = {cube, &a};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(type);
    gsl_root_fsolver_set(solver, &f, 0.5, 3.1);
    int status = GSL_CONTINUE;
    for (int i = 0; i < 100 && status == GSL_CONTINUE; i++) {
        gsl_root_fsolver_iterate(solver);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                        gsl_root_fsolver_x_upper(solver), 0, 1e-14);
    }
    double x = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    return x;
}
static double brent(double a)
{
    return bracketed(gsl_root_fsolver_brent, a);
}

static double polished(const gsl_root_fdfsolver_type *type, double a)
{
    gsl_function_fdf f = {cube, cube_slope, cube_both, &a};
    gsl_root_fdfsolver *solver = gsl_root_fdfsolver_alloc(type);
    gsl_root_fdfsolver_set(solver, &f, 1.5);
    for (int i = 0; i < 9; i++)
        gsl_root_fdfsolver_iterate(solver);
    double x = gsl_root_fdfsolver_root(solver);
    gsl_root_fdfsolver_free(solver);
    return x;
}
static double newton(double a)
{
    return polished(gsl_root_fdfsolver_newton, a);
}
static double steffenson(double a)
{
    return polished(gsl_root_fdfsolver_steffenson, a);
}

/* x^2 y = a, x + y^2 = b. */
static int pair(const gsl_vector *x, void *params, gsl_vector *f)
{
    const double *p = params, u = gsl_vector_get(x, 0), v = gsl_vector_get(x, 1);
    gsl_vector_set(f, 0, u * u * v - p[0]);
    gsl_vector_set(f, 1, u + v * v - p[1]);
    return GSL_SUCCESS;
}
static int pair_jacobian(const gsl_vector *x, void *params, gsl_matrix *j)
{
    (void)params;
    double u = gsl_vector_get(x, 0), v = gsl_vector_get(x, 1);
    gsl_matrix_set(j, 0, 0, 2 * u * v);
    gsl_matrix_set(j, 0, 1, u * u);
    gsl_matrix_set(j, 1, 0, 1);
    gsl_matrix_set(j, 1, 1, 2 * v);
    return GSL_SUCCESS;
}
static int pair_both(const gsl_vector *x, void *params, gsl_vector *f, gsl_matrix *j)
{
    pair(x, params, f);
    return pair_jacobian(x, params, j);
}
static double system_newton(double a, double b)
{
    double params[2] = {a, b};
    gsl_multiroot_function_fdf f = {pair, pair_jacobian, pair_both, 2, params};
    gsl_multiroot_fdfsolver *solver =
        gsl_multiroot_fdfsolver_alloc(gsl_multiroot_fdfsolver_newton, 2);
    gsl_vector *start = gsl_vector_alloc(2);
    gsl_vector_set_all(start, 1.2);
    gsl_multiroot_fdfsolver_set(solver, &f, start);
    for (int i = 0; i < 12; i++)
        gsl_multiroot_fdfsolver_iterate(solver);
    const gsl_vector *x = gsl_multiroot_fdfsolver_root(solver);
    double s = gsl_vector_get(x, 0) + 2 * gsl_vector_get(x, 1);
    gsl_vector_free(start);
    gsl_multiroot_fdfsolver_free(solver);
    return s;
}
static double system_exact(double a, double b)
{
    double u = 1.2, v = 1.2;
    for (int i = 0; i < 30; i++) {
        double f = u * u * v - a, g = u + v * v - b, det = 4 * u * v * v - u * u;
        double du = (2 * v * f - u * u * g) / det, dv = (2 * u * v * g - f) / det;
        u -= du;
        v -= dv;
    }
    return u + 2 * v;
}

/* The objective of a minimiser, with vectors: Rosenbrock's function. */
static double valley(const gsl_vector *v, void *params)
{
    const double *p = params, x = gsl_vector_get(v, 0), y = gsl_vector_get(v, 1);
    return p[0] * (x - p[1]) * (x - p[1]) + p[2] * (y - x * x) * (y - x * x);
}
static double objective(const double *x, int n)
{
    double params[3] = {1, 1, 100};
    gsl_vector_const_view v = gsl_vector_const_view_array(x, n);
    gsl_multimin_function f = {valley, n, params};
    return GSL_MULTIMIN_FN_EVAL(&f, &v.vector);
}

/* Its gradient by the compiler drives GSL's minimiser. */
static double params[3] = {1, 1, 100};
static double valley_of(const double *x, int n)
{
    gsl_vector_const_view v = gsl_vector_const_view_array(x, n);
    return valley(&v.vector, params);
}
static double minimise_f(const gsl_vector *v, void *unused)
{
    (void)unused;
    return valley_of(v->data, 2);
}
static void minimise_df(const gsl_vector *v, void *unused, gsl_vector *g)
{
    (void)unused;
    gsl_vector_set_zero(g);
    __enzyme_autodiff((void *)valley_of, enzyme_dup, v->data, g->data, enzyme_const, 2);
}
static void minimise_fdf(const gsl_vector *v, void *unused, double *f, gsl_vector *g)
{
    *f = minimise_f(v, unused);
    minimise_df(v, unused, g);
}
static void minimise(const gsl_multimin_fdfminimizer_type *type)
{
    gsl_multimin_function_fdf f = {minimise_f, minimise_df, minimise_fdf, 2, NULL};
    gsl_multimin_fdfminimizer *m = gsl_multimin_fdfminimizer_alloc(type, 2);
    gsl_vector *x = gsl_vector_alloc(2);
    gsl_vector_set(x, 0, -1.2);
    gsl_vector_set(x, 1, 1);
    gsl_multimin_fdfminimizer_set(m, &f, x, 0.01, 1e-4);
    for (int i = 0; i < 500; i++)
        if (gsl_multimin_fdfminimizer_iterate(m) ||
            gsl_multimin_test_gradient(m->gradient, 1e-10) == GSL_SUCCESS)
            break;
    CHECK_TOL(gsl_vector_get(m->x, 0), 1.0, 1e-8);
    CHECK_TOL(gsl_vector_get(m->x, 1), 1.0, 1e-8);
    gsl_vector_free(x);
    gsl_multimin_fdfminimizer_free(m);
}

/* Conjugate gradients on a quadratic with parameters, differentiated through. */
static double bowl(const gsl_vector *v, void *context)
{
    const double *p = context, x = gsl_vector_get(v, 0), y = gsl_vector_get(v, 1);
    return p[0] * x * x + 0.5 * x * y + p[1] * y * y - x - 2 * y;
}
static void bowl_slope(const gsl_vector *v, void *context, gsl_vector *g)
{
    const double *p = context, x = gsl_vector_get(v, 0), y = gsl_vector_get(v, 1);
    gsl_vector_set(g, 0, 2 * p[0] * x + 0.5 * y - 1);
    gsl_vector_set(g, 1, 0.5 * x + 2 * p[1] * y - 2);
}
static void bowl_both(const gsl_vector *v, void *context, double *f, gsl_vector *g)
{
    *f = bowl(v, context);
    bowl_slope(v, context, g);
}
static double descend(double a, double b)
{
    double p[2] = {a, b};
    gsl_multimin_function_fdf f = {bowl, bowl_slope, bowl_both, 2, p};
    gsl_multimin_fdfminimizer *m =
        gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_steepest_descent, 2);
    gsl_vector *x = gsl_vector_calloc(2);
    gsl_multimin_fdfminimizer_set(m, &f, x, 0.1, 1e-4);
    for (int i = 0; i < 6; i++)
        gsl_multimin_fdfminimizer_iterate(m);
    double s = m->f + gsl_vector_get(m->x, 0);
    gsl_vector_free(x);
    gsl_multimin_fdfminimizer_free(m);
    return s;
}

static double parabola(double x, void *context)
{
    const double *p = context;
    return p[0] * (x - p[1]) * (x - p[1]) + 1;
}
static double golden(double a, double b)
{
    double p[2] = {a, b};
    gsl_function f = {parabola, p};
    gsl_min_fminimizer *m = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    gsl_min_fminimizer_set(m, &f, 0.6, -2, 4);
    for (int i = 0; i < 12; i++)
        gsl_min_fminimizer_iterate(m);
    double s = gsl_min_fminimizer_x_minimum(m) + gsl_min_fminimizer_f_minimum(m);
    gsl_min_fminimizer_free(m);
    return s;
}

/* A derivative by differences is a linear map of the function: differentiable. */
static double power(double x, void *context)
{
    return pow(x, *(const double *)context);
}
static double numerical_slope(double e)
{
    gsl_function f = {power, &e};
    double result, error;
    gsl_deriv_central(&f, 1.7, 1e-3, &result, &error);
    return result;
}

static double line(const double *y, int n)
{
    static const double x[6] = {0, 1, 2, 3, 4, 5};
    double c0, c1, v00, v01, v11, sum;
    gsl_fit_linear(x, 1, y, 1, n, &c0, &c1, &v00, &v01, &v11, &sum);
    return c0 + 2 * c1 + v01 + sum;
}
static double fit(const double *y, int n)
{
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(n, 3);
    gsl_matrix *x = gsl_matrix_alloc(n, 3), *cov = gsl_matrix_alloc(3, 3);
    gsl_vector *c = gsl_vector_alloc(3);
    gsl_vector_const_view data = gsl_vector_const_view_array(y, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            gsl_matrix_set(x, i, j, pow(0.3 * i + 0.1, j));
    double sum;
    gsl_multifit_linear(x, &data.vector, c, cov, &sum, work);
    double s = sum + gsl_vector_get(c, 0) - 2 * gsl_vector_get(c, 1) + 0.5 * gsl_vector_get(c, 2) +
               gsl_matrix_get(cov, 0, 1);
    gsl_multifit_linear_free(work);
    gsl_matrix_free(x);
    gsl_matrix_free(cov);
    gsl_vector_free(c);
    return s;
}

int main(void)
{
    double a = 5, slope = 1 / (3 * pow(a, 2.0 / 3)), y[6] = {0.4, 1.3, 1.9, 3.3, 3.9, 5.2};
    CHECK_TOL(__enzyme_autodiff((void *)brent, a), slope, 1e-6);
    CHECK_TOL(__enzyme_fwddiff((void *)brent, a, 1.0), slope, 1e-6);
    ORACLE_SCALAR_IS(newton, a, slope);
    ORACLE_SCALAR(steffenson, a);
    ORACLE_SCALAR2(system_newton, 1.3, 2.1);
    struct two want = __enzyme_autodiff_2((void *)system_exact, 1.3, 2.1);
    struct two got = __enzyme_autodiff_2((void *)system_newton, 1.3, 2.1);
    CHECK(got.x, want.x);
    CHECK(got.y, want.y);
    ORACLE_GRADIENT(objective, y, 2);
    minimise(gsl_multimin_fdfminimizer_conjugate_fr);
    minimise(gsl_multimin_fdfminimizer_vector_bfgs2);
    ORACLE_SCALAR2(descend, 1.5, 1.1);
    ORACLE_SCALAR2(golden, 1.5, 0.7);
    ORACLE_SCALAR(numerical_slope, 2.4);
    CHECK_TOL(__enzyme_autodiff((void *)numerical_slope, 2.4), pow(1.7, 1.4) * (1 + 2.4 * log(1.7)),
              1e-6);
    ORACLE_GRADIENT(line, y, 6);
    ORACLE_GRADIENT(fit, y, 6);
    return oracle_result();
}

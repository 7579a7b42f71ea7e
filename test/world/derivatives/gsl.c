/* GSL: a fit, a transform, a root, a minimum, an interpolation and a cubature, by the data. What
 * else the library has is in test/gsl. */
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_interp2d.h>
#include <gsl/gsl_monte_plain.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_spline2d.h>
#include <math.h>

#include "oracle.h"

/* The coefficients of a parabola through n weighted points. */
static double fit(const double *y, int n)
{
    gsl_matrix *a = gsl_matrix_alloc(n, 3), *covariance = gsl_matrix_alloc(3, 3);
    gsl_vector *c = gsl_vector_alloc(3), *w = gsl_vector_alloc(n);
    gsl_vector_const_view values = gsl_vector_const_view_array(y, n);
    double squares, s = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            gsl_matrix_set(a, i, j, pow(0.3 * i - 1, j));
        gsl_vector_set(w, i, 1 + 0.1 * i);
    }
    gsl_multifit_linear_workspace *space = gsl_multifit_linear_alloc(n, 3);
    gsl_multifit_wlinear(a, w, &values.vector, c, covariance, &squares, space);
    gsl_multifit_linear_free(space);
    for (int j = 0; j < 3; j++)
        s += (j + 1) * gsl_vector_get(c, j);
    gsl_matrix_free(a), gsl_matrix_free(covariance), gsl_vector_free(c), gsl_vector_free(w);
    return s + squares;
}

/* The power at some frequencies; n = 12 = 3 * 4. */
static double power(const double *x, int n)
{
    double z[12];
    for (int i = 0; i < n; i++)
        z[i] = x[i];
    gsl_fft_real_wavetable *table = gsl_fft_real_wavetable_alloc(n);
    gsl_fft_real_workspace *space = gsl_fft_real_workspace_alloc(n);
    gsl_fft_real_transform(z, 1, n, table, space);
    gsl_fft_real_workspace_free(space);
    gsl_fft_real_wavetable_free(table);
    return z[1] * z[1] + z[2] * z[2] + 2 * z[7] * z[7] + z[0];
}

/* The root of exp(p0 t) = p1 + t in [0, 3]. */
static double difference(double t, void *params)
{
    const double *p = params;
    return exp(p[0] * t) - p[1] - t;
}
static double root(const double *p, int n)
{
    double copy[2] = {p[0], p[1]}, t = 0;
    gsl_function f = {difference, copy};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    (void)n;
    gsl_root_fsolver_set(solver, &f, 0, 3);
    for (int i = 0; i < 60 && gsl_root_fsolver_iterate(solver) == GSL_SUCCESS; i++) {
        t = gsl_root_fsolver_root(solver);
        if (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                   gsl_root_fsolver_x_upper(solver), 0, 1e-14) == GSL_SUCCESS)
            break;
    }
    gsl_root_fsolver_free(solver);
    return t;
}

/* The least value of a quartic with parameters. */
static double quartic(const gsl_vector *v, void *params)
{
    const double *p = params;
    double a = gsl_vector_get(v, 0) - p[0], b = gsl_vector_get(v, 1) - p[1];
    return a * a + p[2] * b * b + 0.1 * a * a * a * a + 0.5 * a * b;
}
static void quartic_gradient(const gsl_vector *v, void *params, gsl_vector *g)
{
    const double *p = params;
    double a = gsl_vector_get(v, 0) - p[0], b = gsl_vector_get(v, 1) - p[1];
    gsl_vector_set(g, 0, 2 * a + 0.4 * a * a * a + 0.5 * b);
    gsl_vector_set(g, 1, 2 * p[2] * b + 0.5 * a);
}
static void quartic_both(const gsl_vector *v, void *params, double *f, gsl_vector *g)
{
    *f = quartic(v, params);
    quartic_gradient(v, params, g);
}
static double minimum(const double *p, int n)
{
    double copy[3] = {p[0], p[1], p[2]};
    gsl_multimin_function_fdf f = {quartic, quartic_gradient, quartic_both, 2, copy};
    gsl_vector *start = gsl_vector_calloc(2);
    gsl_multimin_fdfminimizer *m =
        gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_conjugate_fr, 2);
    (void)n;
    gsl_multimin_fdfminimizer_set(m, &f, start, 0.1, 0.1);
    for (int i = 0; i < 40 && gsl_multimin_fdfminimizer_iterate(m) == GSL_SUCCESS; i++)
        if (gsl_multimin_test_gradient(m->gradient, 1e-12) == GSL_SUCCESS)
            break;
    double at = gsl_vector_get(m->x, 0) + 2 * gsl_vector_get(m->x, 1);
    gsl_multimin_fdfminimizer_free(m);
    gsl_vector_free(start);
    return at;
}

/* A bicubic surface through 4 x 4 values. */
static double surface(const double *z, int n)
{
    static const double grid[4] = {0, 1, 2, 3};
    gsl_spline2d *spline = gsl_spline2d_alloc(gsl_interp2d_bicubic, 4, 4);
    (void)n;
    gsl_spline2d_init(spline, grid, grid, z, 4, 4);
    double s = gsl_spline2d_eval(spline, 1.3, 2.2, NULL, NULL) +
               gsl_spline2d_eval_deriv_x(spline, 0.4, 1.7, NULL, NULL);
    gsl_spline2d_free(spline);
    return s;
}

/* An integral over a square, by as many points of its own generator. */
static double bell(double *x, size_t dim, void *params)
{
    const double *p = params;
    (void)dim;
    return exp(-p[0] * x[0] * x[0] - p[1] * x[1]);
}
static double cubature(const double *p, int n)
{
    double low[2] = {0, 0}, high[2] = {1, 1}, copy[2] = {p[0], p[1]}, result = 0, error;
    gsl_monte_function f = {bell, 2, copy};
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_monte_plain_state *state = gsl_monte_plain_alloc(2);
    (void)n;
    gsl_monte_plain_integrate(&f, low, high, 2, 500, generator, state, &result, &error);
    gsl_monte_plain_free(state);
    gsl_rng_free(generator);
    return result;
}

int main(void)
{
    double x[16];
    oracle_random(x, 16, 5);
    const double line[2] = {0.7, 2.4}, valley[3] = {0.6, -0.4, 1.3};
    ORACLE_GRADIENT(fit, x, 8);
    ORACLE_GRADIENT(power, x, 12);
    ORACLE_GRADIENT(root, line, 2);
    ORACLE_GRADIENT(minimum, valley, 3);
    ORACLE_GRADIENT(surface, x, 16);
    ORACLE_GRADIENT(cubature, line, 2);
    return oracle_result();
}

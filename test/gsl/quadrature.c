/* GSL: numerical integration of functions with parameters, differentiated by the
 * parameters and by the limits. */
#include <gsl/gsl_integration.h>
#include <gsl/gsl_monte_plain.h>
#include <math.h>

#include "oracle.h"

struct oscillator {
    double decay, frequency;
};

static double damped(double t, void *params)
{
    const struct oscillator *p = params;
    return exp(-p->decay * t) * cos(p->frequency * t);
}

/* The integral from 0 to b, in closed form. */
static double exact(double a, double w, double b)
{
    return (a + exp(-a * b) * (w * sin(w * b) - a * cos(w * b))) / (a * a + w * w);
}

static double qng(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    double result, error;
    size_t evaluations;
    gsl_integration_qng(&f, 0, b, 1e-10, 1e-10, &result, &error, &evaluations);
    return result;
}
static double qag(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(100);
    double result, error;
    gsl_integration_qag(&f, 0, b, 1e-11, 1e-11, 100, GSL_INTEG_GAUSS21, space, &result, &error);
    gsl_integration_workspace_free(space);
    return result;
}
static double qags(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(100);
    double result, error;
    gsl_integration_qags(&f, 0, b, 1e-11, 1e-11, 100, space, &result, &error);
    gsl_integration_workspace_free(space);
    return result;
}
static double cquad(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    gsl_integration_cquad_workspace *space = gsl_integration_cquad_workspace_alloc(50);
    double result, error;
    size_t evaluations;
    gsl_integration_cquad(&f, 0, b, 1e-11, 1e-11, space, &result, &error, &evaluations);
    gsl_integration_cquad_workspace_free(space);
    return result;
}
static double glfixed(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(20);
    double result = gsl_integration_glfixed(&f, 0, b, table);
    gsl_integration_glfixed_table_free(table);
    return result;
}
static double romberg(double a, double w, double b)
{
    struct oscillator p = {a, w};
    gsl_function f = {damped, &p};
    gsl_integration_romberg_workspace *space = gsl_integration_romberg_alloc(15);
    double result;
    size_t evaluations;
    gsl_integration_romberg(&f, 0, b, 1e-12, 1e-12, &result, &evaluations, space);
    gsl_integration_romberg_free(space);
    return result;
}

/* exp(-a t) over a half line: 1/a. */
static double decay(double t, void *params)
{
    return exp(-*(const double *)params * t);
}
static double half_line(double a)
{
    gsl_function f = {decay, &a};
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(200);
    double result, error;
    gsl_integration_qagiu(&f, 0, 1e-10, 1e-10, 200, space, &result, &error);
    gsl_integration_workspace_free(space);
    return result;
}

/* Gauss-Hermite: nodes and weights for exp(-c x^2), by c. */
static double quartic(double x, void *params)
{
    (void)params;
    return x * x * x * x;
}
static double hermite(double c)
{
    gsl_function f = {quartic, NULL};
    gsl_integration_fixed_workspace *space =
        gsl_integration_fixed_alloc(gsl_integration_fixed_hermite, 6, 0, c, 0, 0);
    double result;
    gsl_integration_fixed(&f, &result, space);
    gsl_integration_fixed_free(space);
    return result;
}

int main(void)
{
    double a = 0.4, w = 1.7, b = 2.5;
    CHECK(qags(a, w, b), exact(a, w, b));
    struct three want = __enzyme_autodiff_3((void *)exact, a, w, b);
#define BY_ALL(f)                                                                                  \
    do {                                                                                           \
        ORACLE_SCALAR3(f, a, w, b);                                                                \
        struct three got = __enzyme_autodiff_3((void *)f, a, w, b);                                \
        CHECK_TOL(got.x, want.x, 1e-9);                                                            \
        CHECK_TOL(got.y, want.y, 1e-9);                                                            \
        CHECK_TOL(got.z, want.z, 1e-9);                                                            \
    } while (0)
    BY_ALL(qng);
    BY_ALL(qag);
    BY_ALL(qags);
    BY_ALL(cquad);
    BY_ALL(glfixed);
    BY_ALL(romberg);
    ORACLE_SCALAR(half_line, 1.4);
    CHECK_TOL(__enzyme_autodiff((void *)half_line, 1.4), -1 / (1.4 * 1.4), 1e-6);
    ORACLE_SCALAR_IS(hermite, 0.8, -2.5 * 0.75 * sqrt(3.14159265358979323846) * pow(0.8, -3.5));
    return oracle_result();
}

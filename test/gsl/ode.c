/* GSL: initial value problems, differentiated by parameters and initial values. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>

#include "oracle.h"

/* y'' + 2 d y' + w^2 y = 0 as a system. */
static int oscillate(double t, const double y[], double f[], void *params)
{
    const double *p = params;
    (void)t;
    f[0] = y[1];
    f[1] = -2 * p[0] * y[1] - p[1] * p[1] * y[0];
    return GSL_SUCCESS;
}

static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *params)
{
    const double *p = params;
    (void)t, (void)y;
    dfdy[0] = 0;
    dfdy[1] = 1;
    dfdy[2] = -p[1] * p[1];
    dfdy[3] = -2 * p[0];
    dfdt[0] = dfdt[1] = 0;
    return GSL_SUCCESS;
}

static double exact(const double *x, int n)
{
    double d = x[0], w = sqrt(x[1] * x[1] - d * d), t = 1.5;
    (void)n;
    return exp(-d * t) * (x[2] * cos(w * t) + (x[3] + d * x[2]) / w * sin(w * t));
}

/* x = {damping, frequency, position, velocity}; fixed steps, with an error bound that never
 * objects. */
static double fixed_steps(const gsl_odeiv2_step_type *type, const double *x, int steps)
{
    double params[2] = {x[0], x[1]}, y[2] = {x[2], x[3]}, t = 0;
    gsl_odeiv2_system system = {oscillate, jacobian, 2, params};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, type, 1.5 / steps, 10, 10);
    int status = gsl_odeiv2_driver_apply_fixed_step(driver, &t, 1.5 / steps, steps, y);
    gsl_odeiv2_driver_free(driver);
    return status == GSL_SUCCESS ? y[0] : 0;
}
static double rk2(const double *x, int n)
{
    (void)n;
    return fixed_steps(gsl_odeiv2_step_rk2, x, 50);
}
static double rk4(const double *x, int n)
{
    (void)n;
    return fixed_steps(gsl_odeiv2_step_rk4, x, 30);
}
static double rkf45(const double *x, int n)
{
    (void)n;
    return fixed_steps(gsl_odeiv2_step_rkf45, x, 30);
}
static double rkck(const double *x, int n)
{
    (void)n;
    return fixed_steps(gsl_odeiv2_step_rkck, x, 30);
}
static double rk8pd(const double *x, int n)
{
    (void)n;
    return fixed_steps(gsl_odeiv2_step_rk8pd, x, 10);
}

/* The step size follows the error; the last step ends at the end point. */
static double adaptive(const double *x, int n)
{
    double params[2] = {x[0], x[1]}, y[2] = {x[2], x[3]}, t = 0;
    (void)n;
    gsl_odeiv2_system system = {oscillate, NULL, 2, params};
    gsl_odeiv2_driver *driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-2, 1e-12, 1e-12);
    for (int i = 1; i <= 3; i++)
        gsl_odeiv2_driver_apply(driver, &t, 0.5 * i, y);
    gsl_odeiv2_driver_free(driver);
    return y[0];
}

/* The low-level objects: stepper, control, evolution. */
static double evolve(const double *x, int n)
{
    double params[2] = {x[0], x[1]}, y[2] = {x[2], x[3]}, t = 0, h = 1e-3;
    (void)n;
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rkf45, 2);
    gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(1e-11, 0);
    gsl_odeiv2_evolve *evolution = gsl_odeiv2_evolve_alloc(2);
    gsl_odeiv2_system system = {oscillate, NULL, 2, params};
    while (t < 1.5)
        if (gsl_odeiv2_evolve_apply(evolution, control, step, &system, &t, 1.5, &h, y))
            break;
    gsl_odeiv2_evolve_free(evolution);
    gsl_odeiv2_control_free(control);
    gsl_odeiv2_step_free(step);
    return y[0];
}

int main(void)
{
    const double x[4] = {0.15, 2.2, 1.1, -0.4};
    double want[4], got[4];
    GRADIENT(exact, x, want, 4);
#define BY_ALL(f, rel)                                                                             \
    do {                                                                                           \
        ORACLE_GRADIENT(f, x, 4);                                                                  \
        GRADIENT(f, x, got, 4);                                                                    \
        for (int i = 0; i < 4; i++)                                                                \
            CHECK_TOL(got[i], want[i], rel);                                                       \
    } while (0)
    BY_ALL(rk2, 1e-2);
    BY_ALL(rk4, 1e-5);
    BY_ALL(rkf45, 1e-6);
    BY_ALL(rkck, 1e-6);
    BY_ALL(rk8pd, 1e-8);
    GRADIENT(adaptive, x, got, 4);
    for (int i = 0; i < 4; i++)
        CHECK_TOL(got[i], want[i], 1e-6);
    GRADIENT(evolve, x, got, 4);
    for (int i = 0; i < 4; i++)
        CHECK_TOL(got[i], want[i], 1e-6);
    return oracle_result();
}

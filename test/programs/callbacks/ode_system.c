/* An ODE library: system {function, jacobian, dimension, params}, a stepper chosen by type, status
 * codes. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { SUCCESS = 0, FAILURE = -1 };

typedef struct {
    int (*function)(double t, const double y[], double dydt[], void *params);
    int (*jacobian)(double t, const double y[], double *dfdy, double dfdt[], void *params);
    size_t dimension;
    void *params;
} ode_system;

typedef struct {
    const char *name;
    int (*step)(const ode_system *, double t, double h, double *y, double *work);
} step_type;

static int euler(const ode_system *s, double t, double h, double *y, double *work)
{
    if (s->function(t, y, work, s->params) != SUCCESS)
        return FAILURE;
    for (size_t i = 0; i < s->dimension; i++)
        y[i] += h * work[i];
    return SUCCESS;
}

static int rk4(const ode_system *s, double t, double h, double *y, double *work)
{
    size_t n = s->dimension;
    double *k[4] = {work, work + n, work + 2 * n, work + 3 * n}, *at = work + 4 * n;
    static const double c[4] = {0, 0.5, 0.5, 1};
    for (int stage = 0; stage < 4; stage++) {
        for (size_t i = 0; i < n; i++)
            at[i] = y[i] + (stage ? h * c[stage] * k[stage - 1][i] : 0);
        if (s->function(t + c[stage] * h, at, k[stage], s->params) != SUCCESS)
            return FAILURE;
    }
    for (size_t i = 0; i < n; i++)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    return SUCCESS;
}

static const step_type step_euler = {"euler", euler}, step_rk4 = {"rk4", rk4};

static int evolve(const ode_system *s, const step_type *type, double t0, double t1, int steps,
                  double *y)
{
    double h = (t1 - t0) / steps, *work = malloc(5 * s->dimension * sizeof *work);
    int status = SUCCESS;
    for (int i = 0; i < steps && status == SUCCESS; i++)
        status = type->step(s, t0 + i * h, h, y, work);
    free(work);
    return status;
}

struct predation {
    double grow, eat, die, gain;
};

static int lotka_volterra(double t, const double y[], double dydt[], void *params)
{
    struct predation *p = params;
    (void)t;
    if (y[0] < 0 || y[1] < 0)
        return FAILURE;
    dydt[0] = p->grow * y[0] - p->eat * y[0] * y[1];
    dydt[1] = p->gain * y[0] * y[1] - p->die * y[1];
    return SUCCESS;
}

static double f(const double *x, int n)
{
    struct predation p = {x[0], x[1], x[2], x[3]};
    ode_system s = {lotka_volterra, NULL, 2, &p};
    double y[2] = {x[4], x[5]}, z[2];
    memcpy(z, y, sizeof z);
    if (evolve(&s, &step_rk4, 0, 1, 12, y) || evolve(&s, &step_euler, 0, 1, 20, z))
        return -1;
    return y[0] * z[1] + y[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.1, 0.4, 0.7, 0.2, 3.0, 1.5}), 6);
    return oracle_result();
}

/* NLopt: what its algorithms find as the minimum, by the parameters of the objective; the
 * iterations are differentiated. The algorithms are called as NLopt does: through nlopt_optimize,
 * which chooses by a number in memory, a derivative would be one of all forty. */
#include <luksan.h>
#include <math.h>
#include <neldermead.h>
#include <slsqp.h>
#include <string.h>

#include "oracle.h"

/* (x0 - a0)^2 + 2 (x1 - a1)^2 + (x0 - a0) (x1 - a1) + (x0 - a0)^4, whose minimum is at a. */
static double bowl(unsigned n, const double *x, double *gradient, void *data)
{
    const double *a = data;
    double u = x[0] - a[0], v = x[1] - a[1];
    (void)n;
    if (gradient) {
        gradient[0] = 2 * u + v + 4 * u * u * u;
        gradient[1] = 4 * v + u;
    }
    return u * u + 2 * v * v + u * v + u * u * u * u;
}

static const double least[2] = {-10, -10}, most[2] = {10, 10}, steps[2] = {0.5, 0.5};

static nlopt_stopping criteria(int *evaluations)
{
    nlopt_stopping stop;
    memset(&stop, 0, sizeof stop);
    stop.n = 2;
    stop.minf_max = -HUGE_VAL;
    stop.xtol_rel = 1e-14;
    stop.maxeval = 300;
    *evaluations = 0;
    stop.nevals_p = evaluations;
    return stop;
}
static double worth(const double *x)
{
    return x[0] * x[0] + 3 * x[1];
}
static double lbfgs(const double *a, int n)
{
    double x[2] = {0.5, 0.5}, value;
    int evaluations;
    nlopt_stopping stop = criteria(&evaluations);
    luksan_plis(n, bowl, (void *)a, least, most, x, &value, &stop, 0);
    return worth(x);
}
static double variable_metric(const double *a, int n)
{
    double x[2] = {0.5, 0.5}, value;
    int evaluations;
    nlopt_stopping stop = criteria(&evaluations);
    luksan_plip(n, bowl, (void *)a, least, most, x, &value, &stop, 0, 1);
    return worth(x);
}
static double slsqp(const double *a, int n)
{
    double x[2] = {0.5, 0.5}, value;
    int evaluations;
    nlopt_stopping stop = criteria(&evaluations);
    nlopt_slsqp(n, bowl, (void *)a, 0, NULL, 0, NULL, least, most, x, &value, &stop);
    return worth(x);
}
/* A simplex moves by averages of its corners: where it is depends on where it began alone, and
 * what it found there is what is left to differentiate. */
static double simplex(const double *a, int n)
{
    double x[2] = {0.5, 0.5}, value;
    int evaluations;
    nlopt_stopping stop = criteria(&evaluations);
    stop.maxeval = 24;
    nldrmd_minimize(n, bowl, (void *)a, least, most, x, &value, steps, &stop);
    return value;
}

/* At the minimum, reverse and forward mode give the closed form. */
#define MINIMUM(f)                                                                                 \
    do {                                                                                           \
        double a[2] = {1.2, -0.3}, reverse[2] = {0};                                               \
        GRADIENT(f, a, reverse, 2);                                                                \
        for (int i = 0; i < 2; i++) {                                                              \
            double seed[2] = {i == 0, i == 1}, want = i ? 3 : 2 * 1.2;                             \
            CHECK_TOL(reverse[i], want, 1e-5);                                                     \
            CHECK_TOL(ORACLE_TANGENT_CALL(f, a, seed, 2), want, 1e-5);                             \
        }                                                                                          \
    } while (0)

int main(void)
{
    MINIMUM(lbfgs);
    MINIMUM(variable_metric);
    MINIMUM(slsqp);
    double a[2] = {1.2, -0.3};
    ORACLE_GRADIENT(simplex, a, 2);
    return oracle_result();
}

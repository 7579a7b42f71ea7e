/* Runs inside of differentiated functions, derivatives inside of runs, and batches of runs. */
#include <enzcc/trace.h>
#include <math.h>
#include "oracle.h"

extern int enzyme_observations, enzyme_likelihood, enzyme_const, enzyme_width, enzyme_scalar;
double __enzyme_sample(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
void __enzyme_likelihood(void *, ...);
struct lanes {
    double at[3];
};
struct lanes __enzyme_batch(void *, ...);

static double fixed(double mean, double sd)
{
    return mean + sd;
}
static double normal_logpdf(double mean, double sd, double x)
{
    double z = (x - mean) / sd;
    return -z * z / 2 - log(sd);
}
static double curve(double x, double k)
{
    return sin(k * x) + k * k;
}

/* The model's mean is a derivative. */
static void model(const double *x, int n, double k)
{
    double mu = __enzyme_sample((void *)fixed, (void *)normal_logpdf, "mu", k, x[0]);
    for (int i = 1; i < n; i++) {
        double slope = __enzyme_autodiff((void *)curve, x[i], enzyme_const, k);
        __enzyme_observe(x[i], (void *)normal_logpdf, "x", slope, 1 + mu * mu);
    }
}

static const struct enz_trace *given;

/* The density as a function of its arguments: choices are constants. */
static double density(const double *x, int n)
{
    double l = 0;
    __enzyme_likelihood((void *)model, x, n, x[1], enzyme_observations, given, enzyme_likelihood,
                        &l);
    return l * l;
}

static double one(double x, double mu)
{
    double v[2] = {1.5, x}, l = 0;
    struct enz_trace *t = enz_trace_new();
    enz_trace_set(t, "mu", 0, mu);
    __enzyme_likelihood((void *)model, v, 2, 0.5, enzyme_observations, t, enzyme_likelihood, &l);
    enz_trace_free(t);
    return l;
}

int main(void)
{
    double x[4] = {0.7, 0.4, -0.3, 1.2};
    struct enz_trace *t = enz_trace_new();
    enz_trace_set(t, "mu", 0, 0.9);
    given = t;
    double l = normal_logpdf(x[1], x[0], 0.9);
    for (int i = 1; i < 4; i++)
        l += normal_logpdf(x[1] * cos(x[1] * x[i]), 1 + 0.81, x[i]);
    CHECK(density(x, 4), l * l);
    ORACLE_GRADIENT(density, x, 4);
    struct lanes r =
        __enzyme_batch((void *)one, enzyme_width, 3, 0.1, 0.2, 0.3, enzyme_scalar, 0.5);
    for (int i = 0; i < 3; i++)
        CHECK(r.at[i], one(0.1 * (i + 1), 0.5));
    enz_trace_free(t);
    return oracle_result();
}

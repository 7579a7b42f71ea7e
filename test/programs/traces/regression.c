/* A regression with a prior: traces of runs, runs with given choices, their densities and the
 * gradients with respect to choices and arguments, against closed forms. */
#include <enzcc/trace.h>
#include <math.h>
#include <string.h>
#include "oracle.h"

extern int enzyme_trace, enzyme_observations, enzyme_likelihood, enzyme_duplikelihood;
extern int enzyme_duptrace, enzyme_const, enzyme_dup, enzyme_active_rand_var;
double __enzyme_sample(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
double __enzyme_trace(void *, ...);
double __enzyme_condition(void *, ...);
void __enzyme_likelihood(void *, ...);
void __enzyme_condition_gradient(void *, ...);

static unsigned state = 1;
static int drawn;
static double uniform(void)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0 + 1e-9;
}
static double normal(double mean, double sd)
{
    drawn++;
    return mean + sd * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}
static double normal_logpdf(double mean, double sd, double x)
{
    double z = (x - mean) / sd;
    return -z * z / 2 - log(sd) - 0.9189385332046727;
}

static double line(double slope, double at, double offset)
{
    return slope * at + offset;
}

static double model(const double *x, const double *y, int n, double sd)
{
    double slope = __enzyme_sample((void *)normal, (void *)normal_logpdf, "slope", 0.0, 2.0);
    double offset = __enzyme_sample((void *)normal, (void *)normal_logpdf, "offset", 1.0, 3.0);
    for (int i = 0; i < n; i++)
        __enzyme_observe(y[i], (void *)normal_logpdf, "y", line(slope, x[i], offset), sd);
    return slope + offset;
}

enum { N = 6 };
static double x[N] = {-1, 0, 0.5, 1, 2, 3}, y[N] = {-2, 0.9, 2.2, 2.8, 5.1, 7.2};

static double density(double slope, double offset, double sd, double d[3])
{
    double sum = normal_logpdf(0, 2, slope) + normal_logpdf(1, 3, offset);
    d[0] = -slope / 4, d[1] = -(offset - 1) / 9, d[2] = 0;
    for (int i = 0; i < N; i++) {
        double z = (y[i] - slope * x[i] - offset) / sd;
        sum += normal_logpdf(slope * x[i] + offset, sd, y[i]);
        d[0] += z / sd * x[i], d[1] += z / sd, d[2] += (z * z - 1) / sd;
    }
    return sum;
}

int main(void)
{
    double d[3], sum = 0;
    /* Called directly: choices are drawn. */
    double direct = model(x, y, N, 0.5);
    CHECK_THAT(drawn == 2 && isfinite(direct));

    /* A trace has what was drawn, with its density. */
    struct enz_trace *t = enz_trace_new();
    double result =
        __enzyme_trace((void *)model, x, y, N, 0.5, enzyme_trace, t, enzyme_likelihood, &sum);
    double slope = enz_trace_value(t, "slope", 0), offset = enz_trace_value(t, "offset", 0);
    CHECK_THAT(drawn == 4);
    CHECK(result, slope + offset);
    CHECK(sum, density(slope, offset, 0.5, d));
    CHECK(enz_trace_score(t, "slope", 0), normal_logpdf(0, 2, slope));
    CHECK_THAT(enz_trace_count(t, "y") == N && enz_trace_size(t) == N + 2);
    size_t index;
    CHECK_THAT(!strcmp(enz_trace_choice(t, 3, &index), "y") && index == 1);
    CHECK(enz_trace_value(t, "y", 4), y[4]);

    /* With the choices of that trace, and with others. */
    struct enz_trace *again = enz_trace_new();
    double other = 10;
    CHECK(__enzyme_condition((void *)model, x, y, N, enzyme_const, 0.5, enzyme_observations, t,
                             enzyme_trace, again, enzyme_likelihood, &other),
          result);
    CHECK_THAT(drawn == 4);
    CHECK(other, 10 + sum);
    enz_trace_set(t, "slope", 0, 2.0);
    enz_trace_set(t, "offset", 0, 1.0);
    double given = 0;
    __enzyme_likelihood((void *)model, x, y, N, 0.5, enzyme_observations, t, enzyme_likelihood,
                        &given);
    CHECK(given, density(2, 1, 0.5, d));

    /* One choice of two. */
    struct enz_trace *half = enz_trace_new();
    enz_trace_set(half, "slope", 0, 2.0);
    __enzyme_condition((void *)model, x, y, N, 0.5, enzyme_observations, half, enzyme_trace, again);
    CHECK_THAT(drawn == 5);
    CHECK(enz_trace_value(again, "slope", 0), 2);

    /* Gradients of the density: of choices and data, for a seed. */
    double l = 0, dl = 3, dx[N] = {0}, h = 1e-5;
    __enzyme_condition_gradient((void *)model, enzyme_dup, x, dx, enzyme_const, y, enzyme_const, N,
                                enzyme_const, 0.5, enzyme_observations, t, enzyme_duptrace, t,
                                enzyme_duplikelihood, &l, &dl);
    density(2, 1, 0.5, d);
    CHECK(l, given);
    CHECK(dl, 3);
    CHECK(enz_trace_gradient(t, "slope", 0), 3 * d[0]);
    CHECK(enz_trace_gradient(t, "offset", 0), 3 * d[1]);
    for (int i = 0; i < N; i++) {
        double kept = x[i], up, down, unused[3];
        x[i] = kept + h, up = density(2, 1, 0.5, unused);
        x[i] = kept - h, down = density(2, 1, 0.5, unused);
        x[i] = kept;
        CHECK_TOL(dx[i], 3 * (up - down) / (2 * h), 1e-6);
    }

    /* Gradients add up; those of choices that are not named are left out. */
    __enzyme_condition_gradient((void *)model, enzyme_const, x, enzyme_const, y, enzyme_const, N,
                                enzyme_const, 0.5, enzyme_observations, t, enzyme_duptrace, t,
                                enzyme_active_rand_var, "offset");
    CHECK(enz_trace_gradient(t, "slope", 0), 3 * d[0]);
    CHECK(enz_trace_gradient(t, "offset", 0), 4 * d[1]);
    enz_trace_clear_gradients(t);
    CHECK(enz_trace_gradient(t, "offset", 0), 0);

    enz_trace_free(t);
    enz_trace_free(again);
    enz_trace_free(half);
    return oracle_result();
}

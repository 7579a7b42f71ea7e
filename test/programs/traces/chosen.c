/* Runs of one of several models, as the run decides: by a condition, through a table, through a
 * variable; with gradients of choices, and in functions that are differentiated. */
#include <enzcc/trace.h>
#include <math.h>
#include "oracle.h"

extern int enzyme_trace, enzyme_observations, enzyme_likelihood, enzyme_duplikelihood;
extern int enzyme_duptrace;
double __enzyme_sample(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
void __enzyme_trace(void *, ...);
void __enzyme_condition(void *, ...);
void __enzyme_likelihood(void *, ...);

static double middle(double mean, double sd)
{
    return mean + sd / 4;
}
static double normal_logpdf(double mean, double sd, double x)
{
    double z = (x - mean) / sd;
    return -z * z / 2 - log(sd);
}
static double waiting_logpdf(double rate, double x)
{
    return log(rate) - rate * x;
}

static void narrow(double x)
{
    double mu = __enzyme_sample((void *)middle, (void *)normal_logpdf, "mu", x, 0.5);
    __enzyme_observe(x * x, (void *)normal_logpdf, "y", mu, 1.0);
}
static void wide(double x)
{
    double mu = __enzyme_sample((void *)middle, (void *)normal_logpdf, "mu", 0.0, 3.0);
    __enzyme_observe(x, (void *)waiting_logpdf, "y", mu * mu + x);
}
/* No choices at all. */
static void plain(double x)
{
    __enzyme_observe(x, (void *)normal_logpdf, "y", 0.0, 2.0 + x);
}

typedef void model(double);
static model *const table[] = {narrow, wide, plain};

static double by_hand(int which, double x, double mu)
{
    switch (which) {
    case 0: return normal_logpdf(x, 0.5, mu) + normal_logpdf(mu, 1, x * x);
    case 1: return normal_logpdf(0, 3, mu) + waiting_logpdf(mu * mu + x, x);
    default: return normal_logpdf(0, 2 + x, x);
    }
}

static const struct enz_trace *given;

static double of_two(int which, double x)
{
    double l = 0;
    __enzyme_likelihood(which ? (void *)wide : (void *)narrow, x, enzyme_observations, given,
                        enzyme_likelihood, &l);
    return l;
}
static double of_table(int which, double x)
{
    double l = 0;
    __enzyme_likelihood((void *)table[which], x, enzyme_observations, given, enzyme_likelihood, &l);
    return l;
}

static double density(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += of_table(i % 3, x[i]) * of_two(i & 1, x[i] + 1);
    return sum;
}

static void check_gradient(int which, double x, double mu)
{
    struct enz_trace *t = enz_trace_new();
    enz_trace_set(t, "mu", 0, mu);
    double l = 0, dl = 1, h = 1e-5;
    void *chosen = which == 0 ? (void *)narrow : (void *)wide;
    __enzyme_condition(chosen, enzyme_const, x, enzyme_observations, t, enzyme_duptrace, t,
                       enzyme_duplikelihood, &l, &dl);
    CHECK(l, by_hand(which, x, mu));
    CHECK_TOL(enz_trace_gradient(t, "mu", 0),
              (by_hand(which, x, mu + h) - by_hand(which, x, mu - h)) / (2 * h), 1e-7);
    enz_trace_free(t);
}

static void check_trace(int which, double x)
{
    struct enz_trace *t = enz_trace_new();
    double l = 0;
    __enzyme_trace((void *)table[which], x, enzyme_trace, t, enzyme_likelihood, &l);
    CHECK_THAT(enz_trace_size(t) == (which == 2 ? 1 : 2));
    CHECK(l, by_hand(which, x, enz_trace_value(t, "mu", 0)));
    enz_trace_free(t);
}

int main(void)
{
    struct enz_trace *t = enz_trace_new();
    enz_trace_set(t, "mu", 0, 0.7);
    given = t;
    for (int which = 0; which < 3; which++) {
        CHECK(of_table(which, 0.4), by_hand(which, 0.4, 0.7));
        check_trace(which, 0.6);
    }
    for (int which = 0; which < 2; which++) {
        CHECK(of_two(which, 0.4), by_hand(which, 0.4, 0.7));
        check_gradient(which, 0.3, 0.8);
    }
    double x[5] = {0.2, 0.5, 0.9, 1.4, 0.3};
    ORACLE_GRADIENT(density, x, 5);
    enz_trace_free(t);
    return oracle_result();
}

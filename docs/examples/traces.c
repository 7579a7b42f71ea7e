#include <enzcc/enzcc.h>
#include <enzcc/trace.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double __enzyme_sample(void *, void *, const char *, ...);
double __enzyme_observe(double, void *, const char *, ...);
void __enzyme_trace(void *, ...);
void __enzyme_condition(void *, ...);
void __enzyme_likelihood(void *, ...);

static double exponential(double rate)
{
    return -log((rand() + 0.5) / (RAND_MAX + 1.0)) / rate;
}

static double exponential_logpdf(double rate, double x)
{
    return log(rate) - rate * x;
}

/* Waiting times at a rate that nobody knows. */
static void waiting(const double *times, int n)
{
    double rate = __enzyme_sample((void *)exponential, (void *)exponential_logpdf, "rate", 0.5);
    for (int i = 0; i < n; i++)
        __enzyme_observe(times[i], (void *)exponential_logpdf, "time", rate);
}

int main(void)
{
    double times[3] = {1, 2, 4}, density = 0;
    struct enz_trace *drawn = enz_trace_new(), *given = enz_trace_new();

    /* A run: what it chose, and its log density. */
    __enzyme_trace((void *)waiting, times, 3, enzyme_trace, drawn, enzyme_likelihood, &density);
    double rate = enz_trace_value(drawn, "rate", 0);
    double expected = log(0.5) - 0.5 * rate + 3 * log(rate) - 7 * rate;
    printf("%zu values, error below 1e-12: %d\n", enz_trace_size(drawn),
           fabs(density - expected) < 1e-12);

    /* The log density of a choice, and its derivative. */
    double l = 0, dl = 1;
    enz_trace_set(given, "rate", 0, 0.25);
    __enzyme_condition((void *)waiting, enzyme_const, times, enzyme_const, 3, enzyme_observations,
                       given, enzyme_duptrace, given, enzyme_duplikelihood, &l, &dl);
    printf("log density %.6f, its slope %.6f\n", l, enz_trace_gradient(given, "rate", 0));

    /* The same without a trace of the run. */
    density = 0;
    __enzyme_likelihood((void *)waiting, times, 3, enzyme_observations, given, enzyme_likelihood,
                        &density);
    printf("log density %.6f\n", density);
    enz_trace_free(drawn);
    enz_trace_free(given);
}

#include "hmc.h"
#include <enzcc/enzcc.h>
#include <enzcc/trace.h>
#include <math.h>
#include <string.h>

extern int enzyme_observations, enzyme_duptrace, enzyme_duplikelihood;
void __enzyme_condition(void *, ...);

const char *const choice_names[DIMENSION] = {"slope", "height"};

double log_density(const struct data *data, const double *at, double *gradient)
{
    struct enz_trace *choices = enz_trace_new();
    double density = 0, seed = 1;
    for (int i = 0; i < DIMENSION; i++)
        enz_trace_set(choices, choice_names[i], 0, at[i]);
    __enzyme_condition((void *)model, enzyme_const, data, enzyme_observations, choices,
                       enzyme_duptrace, choices, enzyme_duplikelihood, &density, &seed);
    for (int i = 0; i < DIMENSION; i++)
        gradient[i] = enz_trace_gradient(choices, choice_names[i], 0);
    enz_trace_free(choices);
    return density;
}

static double kinetic(const double *momentum)
{
    double sum = 0;
    for (int i = 0; i < DIMENSION; i++)
        sum += momentum[i] * momentum[i];
    return sum / 2;
}

/* The leapfrog method; returns the log density where it ends. */
static double follow(const struct hmc *h, const struct data *data, double *at, double *momentum,
                     double *gradient)
{
    double density = 0;
    for (int k = 0; k < h->steps; k++) {
        for (int i = 0; i < DIMENSION; i++) {
            momentum[i] += h->step / 2 * gradient[i];
            at[i] += h->step * momentum[i];
        }
        density = log_density(data, at, gradient);
        for (int i = 0; i < DIMENSION; i++)
            momentum[i] += h->step / 2 * gradient[i];
    }
    return density;
}

void hmc_sample(struct hmc *h, const struct data *data, double *at)
{
    double momentum[DIMENSION], gradient[DIMENSION], to[DIMENSION];
    for (int i = 0; i < DIMENSION; i++)
        momentum[i] = draw_normal(0, 1);
    memcpy(to, at, sizeof to);
    double before = log_density(data, at, gradient) - kinetic(momentum);
    double after = follow(h, data, to, momentum, gradient) - kinetic(momentum);
    h->proposed++;
    if (log(draw_uniform()) >= after - before)
        return;
    h->accepted++;
    memcpy(at, to, sizeof to);
}

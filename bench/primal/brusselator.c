/*
 * Brusselator with the state in a local array.
 */
#include "brusselator.h"

#include "../problems/unverified.h"
#include "../suite.h"

static void tendency(const double *RESTRICT s, const double *RESTRICT rate, double *RESTRICT ds)
{
    double autocatalysis = rate[3] * s[0] * s[0] * s[1];

    ds[0] = rate[0] - (rate[1] + rate[2]) * s[0] + autocatalysis;
    ds[1] = rate[1] * s[0] - autocatalysis;
}

static void step(double h, const double *RESTRICT rate, double *RESTRICT s)
{
    double k1[2], k2[2], k3[2], k4[2], stage[2];

    tendency(s, rate, k1);
    for (int i = 0; i < 2; i++)
        stage[i] = s[i] + 0.5 * h * k1[i];
    tendency(stage, rate, k2);
    for (int i = 0; i < 2; i++)
        stage[i] = s[i] + 0.5 * h * k2[i];
    tendency(stage, rate, k3);
    for (int i = 0; i < 2; i++)
        stage[i] = s[i] + h * k3[i];
    tendency(stage, rate, k4);
    for (int i = 0; i < 2; i++)
        s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
}

double VARIANT(brusselator_value)(int steps, const double *RESTRICT initial,
                                  const double *RESTRICT rate)
{
    double s[2] = {initial[0], initial[1]};

    for (int t = 0; t < steps; t++)
        step(BRUSSELATOR_STEP, rate, s);
    return 0.5 * (s[0] * s[0] + s[1] * s[1]);
}

double VARIANT(brusselator_primal)(void *problem)
{
    const struct synthetic *s = problem;

    return VARIANT(brusselator_value)(s->sizes[0], s->parameters, s->parameters + 2);
}

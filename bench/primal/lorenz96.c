/*
 * Lorenz 96 with the state in local arrays.
 */
#include "lorenz96.h"

#include "../problems/unverified.h"
#include "../suite.h"

static void tendency(const double *RESTRICT x, const double *RESTRICT forcing, double *RESTRICT dx)
{
    const int n = SITES;

    dx[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + forcing[0];
    dx[1] = (x[2] - x[n - 1]) * x[0] - x[1] + forcing[1];
    for (int i = 2; i < n - 1; i++)
        dx[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + forcing[i];
    dx[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + forcing[n - 1];
}

static void step(double h, const double *RESTRICT forcing, double *RESTRICT x)
{
    double k1[SITES], k2[SITES], k3[SITES], k4[SITES], stage[SITES];

    tendency(x, forcing, k1);
    for (int i = 0; i < SITES; i++)
        stage[i] = x[i] + 0.5 * h * k1[i];
    tendency(stage, forcing, k2);
    for (int i = 0; i < SITES; i++)
        stage[i] = x[i] + 0.5 * h * k2[i];
    tendency(stage, forcing, k3);
    for (int i = 0; i < SITES; i++)
        stage[i] = x[i] + h * k3[i];
    tendency(stage, forcing, k4);
    for (int i = 0; i < SITES; i++)
        x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
}

double VARIANT(lorenz96_value)(int steps, const double *RESTRICT initial,
                               const double *RESTRICT forcing)
{
    double x[SITES];
    double sum = 0.0;

    for (int i = 0; i < SITES; i++)
        x[i] = initial[i];
    for (int t = 0; t < steps; t++)
        step(LORENZ_STEP, forcing, x);
    for (int i = 0; i < SITES; i++)
        sum += x[i] * x[i];
    return 0.5 * sum;
}

double VARIANT(lorenz96_primal)(void *problem)
{
    const struct synthetic *s = problem;

    return VARIANT(lorenz96_value)(s->sizes[0], s->parameters, s->parameters + SITES);
}

/* A library offers hooks that this program never sets: no function has their type.
 * Calls of them are there, behind tests, with active arguments. */
#include <stdlib.h>

#include "oracle.h"

struct integrator {
    double (*rhs)(double, double);
    double (*correct)(struct integrator *, double *, double, const double *);
    void (*monitor)(struct integrator *, double, double *, int);
    double *(*scale)(double *, int, long);
    double *y;
    int n;
};

static double logistic(double t, double y)
{
    return y * (1 - y) + 0.1 * t;
}

static void step(struct integrator *s, double t, double h)
{
    for (int i = 0; i < s->n; i++) {
        double k = s->rhs(t, s->y[i]);
        s->y[i] += h * s->rhs(t + h / 2, s->y[i] + h / 2 * k);
        if (s->correct)
            s->y[i] -= s->correct(s, s->y, t, &k);
    }
    if (s->monitor)
        s->monitor(s, t, s->y, s->n);
    double *w = s->scale ? s->scale(s->y, s->n, 3) : s->y;
    w[0] *= 0.99;
}

static double run(const double *x, int n)
{
    struct integrator *s = calloc(1, sizeof *s);
    double sum = 0;
    s->rhs = logistic;
    s->n = n;
    s->y = malloc(n * sizeof *s->y);
    for (int i = 0; i < n; i++)
        s->y[i] = x[i];
    for (int k = 0; k < 6; k++)
        step(s, 0.1 * k, 0.1);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * s->y[i];
    free(s->y);
    free(s);
    return sum;
}

int main(void)
{
    const double x[3] = {0.2, 0.5, 0.8};
    ORACLE_GRADIENT(run, x, 3);
    return oracle_result();
}

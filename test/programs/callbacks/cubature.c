/* Monte-Carlo style cubature: {f, dim, params} over a box, points from a private generator, a
 * weight callback. */
#include <math.h>
#include <stddef.h>
#include "oracle.h"

typedef struct {
    double (*f)(const double *x, size_t dim, void *params);
    size_t dim;
    void *params;
} monte_function;

typedef struct {
    unsigned long state;
    double (*uniform)(void *);
} generator;

static double next_uniform(void *g)
{
    generator *r = g;
    r->state = r->state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(r->state >> 11) / 9007199254740992.0;
}

static int integrate(const monte_function *m, const double *low, const double *high, int calls,
                     generator *r, double *result, double *error)
{
    double mean = 0, spread = 0, volume = 1, x[4];
    for (size_t d = 0; d < m->dim; d++)
        volume *= high[d] - low[d];
    for (int k = 0; k < calls; k++) {
        for (size_t d = 0; d < m->dim; d++)
            x[d] = low[d] + r->uniform(r) * (high[d] - low[d]);
        double v = volume * m->f(x, m->dim, m->params), step = v - mean;
        mean += step / (k + 1);
        spread += step * (v - mean);
    }
    *result = mean;
    *error = sqrt(spread / (calls * (calls - 1.0)));
    return 0;
}

static double bump(const double *x, size_t dim, void *params)
{
    const double *p = params;
    double s = 0;
    for (size_t d = 0; d < dim; d++)
        s += (x[d] - p[d]) * (x[d] - p[d]);
    return exp(-p[dim] * s);
}

static double f(const double *x, int n)
{
    double p[3] = {x[0], x[1], x[2]}, low[2] = {0, x[3]}, high[2] = {x[4], 2}, result, error;
    generator r = {42, next_uniform};
    monte_function m = {&bump, 2, p};
    integrate(&m, low, high, 50, &r, &result, &error);
    return result + error;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.4, 0.6, 1.2, -0.5, 1.5}), 5);
    return oracle_result();
}

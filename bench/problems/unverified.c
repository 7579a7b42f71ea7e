/*
 * The families with made-up input.
 *
 * logsumexp    n                v (n)
 * chain        depth n          depth matrices n x n, then x (n)
 * tanh_chain   the same
 * lorenz96     steps            initial state (40), forcing (40)
 * brusselator  steps            initial state (2), rates (4)
 */
#include "unverified.h"

#include "../primal/lorenz96.h"
#include "../suite.h"
#include "synthetic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A problem whose sizes are read from the argument; without parameters yet. */
static struct synthetic *synthetic_new(const char *argument)
{
    struct synthetic *s = calloc(1, sizeof *s);

    if (s != NULL)
        sscanf(argument, "%d %d", &s->sizes[0], &s->sizes[1]);
    return s;
}

static void synthetic_close(void *problem)
{
    struct synthetic *s = problem;

    free(s->parameters);
    free(s);
}

void *logsumexp_open(const char *data, const char *argument)
{
    struct synthetic *s = synthetic_new(argument);

    (void)data;
    s->count = (size_t)s->sizes[0];
    s->parameters = synthetic_numbers(s->count, 3.0, 1);
    return s;
}

/* Matrices are scaled so that vectors keep their size along the chain. */
void *chain_open(const char *data, const char *argument)
{
    struct synthetic *s = synthetic_new(argument);
    size_t depth = (size_t)s->sizes[0], n = (size_t)s->sizes[1];

    (void)data;
    s->count = depth * n * n + n;
    s->parameters = synthetic_numbers(s->count, sqrt(3.0 / (double)n), 2);
    for (size_t i = depth * n * n; i < s->count; i++)
        s->parameters[i] *= sqrt((double)n / 3.0);
    return s;
}

void *tanh_chain_open(const char *data, const char *argument)
{
    return chain_open(data, argument);
}

void *lorenz96_open(const char *data, const char *argument)
{
    struct synthetic *s = synthetic_new(argument);

    (void)data;
    s->count = 2 * SITES;
    s->parameters = synthetic_numbers(s->count, 0.5, 3);
    for (size_t i = 0; i < SITES; i++) {
        s->parameters[i] += 1.0;
        s->parameters[SITES + i] += 8.0;
    }
    return s;
}

void *brusselator_open(const char *data, const char *argument)
{
    static const double start[6] = {1.2, 3.1, 1.0, 3.0, 1.0, 1.0};
    struct synthetic *s = synthetic_new(argument);

    (void)data;
    s->count = 6;
    s->parameters = malloc(sizeof start);
    for (int i = 0; i < 6; i++)
        s->parameters[i] = start[i];
    return s;
}

#define SYNTHETIC(f)                                                                               \
    void f##_close(void *problem)                                                                  \
    {                                                                                              \
        synthetic_close(problem);                                                                  \
    }                                                                                              \
    double *f##_parameters(void *problem)                                                          \
    {                                                                                              \
        return ((struct synthetic *)problem)->parameters;                                          \
    }                                                                                              \
    size_t f##_size(const void *problem)                                                           \
    {                                                                                              \
        return ((const struct synthetic *)problem)->count;                                         \
    }                                                                                              \
    int f##_verify(const char *data, const char *argument, const void *problem, double value,      \
                   const double *gradient)                                                         \
    {                                                                                              \
        (void)data, (void)argument, (void)problem, (void)value;                                    \
        (void)gradient;                                                                            \
        return 0;                                                                                  \
    }

SYNTHETIC(logsumexp)
SYNTHETIC(chain)
SYNTHETIC(tanh_chain)
SYNTHETIC(lorenz96)
SYNTHETIC(brusselator)

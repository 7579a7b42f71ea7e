/*
 * Chains of matrix-vector products with two buffers that are exchanged.
 */
#include "chain.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void multiply(int n, const double *RESTRICT a, const double *RESTRICT v,
                     double *RESTRICT out)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * v[j];
        out[i] = sum;
    }
}

static double half_square(int n, const double *RESTRICT v)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return 0.5 * sum;
}

double VARIANT(chain_value)(int depth, int n, const double *RESTRICT a, const double *RESTRICT x)
{
    double *v = malloc((size_t)n * sizeof(double));
    double *next = malloc((size_t)n * sizeof(double));

    memcpy(v, x, (size_t)n * sizeof(double));
    for (int l = 0; l < depth; l++) {
        multiply(n, &a[l * n * n], v, next);
        double *old = v;
        v = next;
        next = old;
    }
    double value = half_square(n, v);
    free(v);
    free(next);
    return value;
}

double VARIANT(tanh_chain_value)(int depth, int n, const double *RESTRICT a,
                                 const double *RESTRICT x)
{
    double *v = malloc((size_t)n * sizeof(double));
    double *next = malloc((size_t)n * sizeof(double));

    memcpy(v, x, (size_t)n * sizeof(double));
    for (int l = 0; l < depth; l++) {
        multiply(n, &a[l * n * n], v, next);
        for (int i = 0; i < n; i++)
            v[i] = tanh(next[i]);
    }
    double value = half_square(n, v);
    free(v);
    free(next);
    return value;
}

double VARIANT(chain_primal)(void *problem)
{
    const struct synthetic *s = problem;
    int depth = s->sizes[0], n = s->sizes[1];

    return VARIANT(chain_value)(depth, n, s->parameters, s->parameters + depth * n * n);
}

double VARIANT(tanh_chain_primal)(void *problem)
{
    const struct synthetic *s = problem;
    int depth = s->sizes[0], n = s->sizes[1];

    return VARIANT(tanh_chain_value)(depth, n, s->parameters, s->parameters + depth * n * n);
}

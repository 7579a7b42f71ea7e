/*
 * Logarithm of a sum of exponentials.
 */
#include "logsumexp.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <math.h>

double VARIANT(logsumexp_value)(int n, const double *RESTRICT v)
{
    double largest = v[0];
    double sum = 0.0;

    for (int i = 1; i < n; i++)
        if (v[i] > largest)
            largest = v[i];
    for (int i = 0; i < n; i++)
        sum += exp(v[i] - largest);
    return largest + log(sum);
}

double VARIANT(logsumexp_primal)(void *problem)
{
    const struct synthetic *s = problem;

    return VARIANT(logsumexp_value)(s->sizes[0], s->parameters);
}

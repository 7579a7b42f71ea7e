/*
 * Logarithm of a sum of exponentials.
 *
 * The largest argument is taken out of the sum, so that no exponential
 * overflows and the largest one is exactly 1.
 */
#include "gmm.h"

#include <math.h>

static double largest(int n, const double *v)
{
    double m = v[0];

    for (int i = 1; i < n; i++)
        if (v[i] > m)
            m = v[i];
    return m;
}

double log_sum_exp(int n, const double *v)
{
    double m = largest(n, v);
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += exp(v[i] - m);
    return m + log(sum);
}

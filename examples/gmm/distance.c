/*
 * Mahalanobis distance with a packed triangular factor.
 *
 * Q is lower triangular. Its strictly lower part is stored column by column,
 * so Q v is built up one column at a time.
 */
#include "gmm.h"

double squared_distance(int d, const double *diagonal, const double *lower, const double *v,
                        double *scratch)
{
    double sum = 0.0;
    int next = 0;

    for (int i = 0; i < d; i++)
        scratch[i] = diagonal[i] * v[i];
    for (int j = 0; j < d; j++)
        for (int i = j + 1; i < d; i++)
            scratch[i] += lower[next++] * v[j];
    for (int i = 0; i < d; i++)
        sum += scratch[i] * scratch[i];
    return sum;
}

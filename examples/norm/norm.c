/*
 * Euclidean norm of a vector.
 */
#include "norm.h"

#include <math.h>

double norm(const double *v, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

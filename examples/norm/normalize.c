/*
 * Divides a vector by its norm.
 *
 * Written as in the formula: the norm stands inside the loop. It does not
 * depend on i, so an optimiser computes it once; a derivative taken before
 * that would differentiate n norms of n numbers each.
 */
#include "norm.h"

void normalize(int n, const double *restrict in, double *restrict out)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] / norm(in, n);
}

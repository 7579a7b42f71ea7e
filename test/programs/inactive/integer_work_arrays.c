/* Sorting an index array and building a permutation beside active data. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    int *order = malloc((size_t)n * sizeof *order);
    double s = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && x[order[j]] < x[order[j - 1]]; j--) {
            int t = order[j];
            order[j] = order[j - 1];
            order[j - 1] = t;
        }
    for (int i = 0; i < n; i++)
        s += x[order[i]] * x[order[i]] * (i + 1);
    free(order);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){3, 1, 2}), 3, ((const double[]){18, 2, 8}));
    return oracle_result();
}

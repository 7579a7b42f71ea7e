/* One allocation per iteration, freed in the same iteration. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double *pair = malloc(2 * sizeof *pair);
        pair[0] = x[i] * x[i];
        pair[1] = pair[0] * x[(i + 1) % n];
        s += pair[0] * pair[1];
        free(pair);
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.7, 0.4}), 5);
    return oracle_result();
}

/* Allocation on one path only; NULL otherwise, freed either way. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *extra = NULL, s = x[0];
    if (x[0] > 1) {
        extra = malloc(sizeof *extra);
        *extra = x[0] * x[1];
    }
    if (extra)
        s *= *extra;
    free(extra);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 3}), 2, ((const double[]){12, 4}));
    ORACLE_GRADIENT_IS(f, ((const double[]){0.5, 3}), 2, ((const double[]){1, 0}));
    return oracle_result();
}

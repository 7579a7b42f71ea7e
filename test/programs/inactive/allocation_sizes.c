/* Sizes computed from active data steer allocation, not derivatives. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    size_t count = (size_t)(x[0] * 4) + 1;
    double *a = malloc(count * sizeof *a), s = 0;
    for (size_t i = 0; i < count; i++)
        a[i] = x[i % (size_t)n] * (double)(i + 1);
    for (size_t i = 0; i < count; i++)
        s += a[i] * a[count - 1 - i];
    free(a);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.1, 0.2, -0.3}), 3);
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.2, -0.3}), 3);
    return oracle_result();
}

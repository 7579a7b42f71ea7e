/* memmove with overlap in both directions. */
#include <string.h>
#include "oracle.h"

static void f(double *x, int n)
{
    memmove(x + 1, x, (size_t)(n - 1) * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i] + 0.1 * i;
    memmove(x, x + 2, (size_t)(n - 2) * sizeof *x);
    x[n - 1] *= x[0];
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, -0.7, 0.9, 1.2, 0.8, 0.3}), 6);
    return oracle_result();
}

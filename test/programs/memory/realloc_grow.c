/* realloc keeps the old part, the new part is written later. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    a = realloc(a, 3 * (size_t)n * sizeof *a);
    for (int i = n; i < 3 * n; i++)
        a[i] = a[i - n] * x[i % n];
    for (int i = 0; i < 3 * n; i++)
        s += a[i] * (i + 1);
    free(a);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.7}), 4);
    return oracle_result();
}

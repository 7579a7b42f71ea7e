/* Heap work space, allocated and freed inside. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *work = malloc((size_t)n * sizeof *work), s = 0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i];
    free(work);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 2, -3}), 3);
    return oracle_result();
}

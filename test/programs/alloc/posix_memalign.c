/* Aligned blocks from posix_memalign: the block comes back through an argument. */
#include <stdlib.h>
#include "oracle.h"

static double *aligned_array(int n)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, (size_t)n * sizeof(double)) != 0)
        abort();
    return p;
}

static double f(const double *x, int n)
{
    double *square = aligned_array(n), s = 0;
    for (int i = 0; i < n; i++)
        square[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += square[i] * square[(i + 1) % n];
    free(square);
    return s;
}

int main(void)
{
    const double x[4] = {1.1, 0.2, -0.3, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

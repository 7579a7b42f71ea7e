/* A hand-written memcpy and memmove in a unit of their own: nothing there says that the bytes are
 * numbers. */
#include "bytes.h"
#include "oracle.h"

static double f(const double *x, int n)
{
    double *y = bytes_new((size_t)n * sizeof *y), sum = 0;
    bytes_copy(y, x, (size_t)n * sizeof *y);
    y[0] *= y[1];
    bytes_move(y + 1, y, (size_t)(n - 1) * sizeof *y);
    for (int i = 0; i < n; i++)
        sum += y[i] * x[i] * (i + 1);
    bytes_free(y);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

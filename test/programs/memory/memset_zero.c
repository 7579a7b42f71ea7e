/* memset ends the life of the old values. */
#include <string.h>
#include "oracle.h"

static void f(double *x, int n)
{
    double old = x[0] * x[n - 1];
    memset(x, 0, (size_t)(n / 2) * sizeof *x);
    x[0] += old;
    x[n - 1] += x[1] * 5 + x[0] * x[n - 1];
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, -0.7, 0.9, 1.2, 0.8, 0.3}), 6);
    return oracle_result();
}

/* An in-place scan: every element depends on all before it. */
#include "oracle.h"

static void f(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1] * x[i - 1];
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, 0.3, -0.2, 0.4, 0.1, 0.2}), 6);
    return oracle_result();
}

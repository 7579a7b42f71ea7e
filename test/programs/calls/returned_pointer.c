/* A helper returns a pointer into its argument. */
#include "oracle.h"

__attribute__((noinline)) static double *largest(double *a, int n)
{
    double *best = a;
    for (int i = 1; i < n; i++)
        if (a[i] > *best)
            best = a + i;
    return best;
}

static void f(double *x, int n)
{
    for (int k = 0; k < 4; k++) {
        double *p = largest(x, n);
        *p = *p * 0.4 * x[(k + 1) % n];
    }
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.9, 2.1, 0.8, 1.7}), 4);
    return oracle_result();
}

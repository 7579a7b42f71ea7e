/* A noinline helper updates its array argument; the caller used the old values. */
#include "oracle.h"

__attribute__((noinline)) static void square_all(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= a[i];
}

static double f(const double *x, int n)
{
    double a[3] = {x[0], x[1], x[2]}, s = 0;
    for (int k = 0; k < 3; k++) {
        s += a[0] * a[1] * a[2];
        square_all(a, 3 - k);
    }
    return s + a[0];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, -0.8}), 3);
    return oracle_result();
}

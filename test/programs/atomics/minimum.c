/* Atomic minimum and maximum of numbers by the clang builtins. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double low = 10, high = -10;
    for (int i = 0; i < n; i++) {
        __atomic_fetch_min(&low, x[i] * x[i], __ATOMIC_RELAXED);
        __atomic_fetch_max(&high, x[i], __ATOMIC_RELAXED);
    }
    return low * high + high;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 2);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

/* Compensated summation in long double over double data. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    long double sum = 0, c = 0;
    for (int i = 0; i < n; i++) {
        long double y = (long double)x[i] * x[i] / (i + 1) - c, t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    return (double)sqrtl(sum);
}

int main(void)
{
    double x[10];
    oracle_random(x, 10, 2);
    ORACLE_GRADIENT(f, x, 10);
    return oracle_result();
}

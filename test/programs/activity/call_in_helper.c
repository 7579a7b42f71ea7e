/* Derivative calls inside functions called often, and inside loops and branches. */
#include "oracle.h"

static double f(double x, int n)
{
    double r = 1;
    for (int i = 0; i < n; i++)
        r *= x;
    return r;
}

static double slope(double x, int n)
{
    if (n == 0)
        return 0;
    return __enzyme_autodiff((void *)f, x, enzyme_const, n);
}

int main(void)
{
    double sum = 0;

    for (int n = 0; n < 5; n++)
        sum += slope(2, n);
    CHECK(sum, 0 + 1 + 4 + 12 + 32);
    return oracle_result();
}

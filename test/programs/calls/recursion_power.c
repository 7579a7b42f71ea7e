/* Recursive powering by squaring. */
#include "oracle.h"

static double power(double x, int n)
{
    if (n == 0)
        return 1;
    double half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}

static double f(double x)
{
    return power(x, 11);
}

int main(void)
{
    double x = 1.1, x5 = x * x * x * x * x;
    ORACLE_SCALAR_IS(f, x, 11 * x5 * x5);
    return oracle_result();
}

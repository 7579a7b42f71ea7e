/* Recursion 100000 levels deep: the derivative may not need much more stack than the function. */
#include "oracle.h"

static double sum(const double *x, int n, int depth)
{
    if (depth == 0)
        return x[0];
    double rest = sum(x, n, depth - 1);
    return rest * 0.99 + x[depth % n] * x[depth % n] / 1000;
}

static double f(const double *x, int n)
{
    return sum(x, n, 100000);
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

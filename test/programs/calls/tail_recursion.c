/* A tail call with an accumulator and memory writes on the way. */
#include "oracle.h"

static double walk(double *x, int i, int n, double acc)
{
    if (i == n)
        return acc;
    acc = acc * x[i] + 1;
    x[i] = acc;
    return walk(x, i + 1, n, acc * 0.5);
}

static void f(double *x, int n)
{
    x[0] += walk(x, 1, n, x[0]);
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.9, 1.1, -0.8, 0.7}), 4);
    return oracle_result();
}

/* A helper returns the function to call. */
#include "oracle.h"

typedef double rule(const double *, int);

static double first(const double *x, int n)
{
    return x[0] * x[0];
}
static double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
static double last(const double *x, int n)
{
    return x[n - 1] * x[0];
}

static rule *choose(int k)
{
    switch (k) {
    case 0: return first;
    case 1: return sum;
    default: return last;
    }
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 3; k++)
        s += choose(k)(x, n) * (k + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 5, 7}), 3, ((const double[]){4 + 2 + 21, 2, 2 + 6}));
    return oracle_result();
}

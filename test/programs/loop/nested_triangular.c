/* The inner trip count depends on the outer index. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s += x[i] * x[j] * (i - j);
    return s;
}

int main(void)
{
    const double x[5] = {1, -2, 0.5, 3, 1.5};
    double want[5] = {0};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            want[i] += x[j] * (i > j ? i - j : j - i);
    ORACLE_GRADIENT_IS(f, x, 5, want);
    return oracle_result();
}

/* Iterations cut short by continue. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            continue;
        s += x[i] * s;
        if (i % 2)
            continue;
        s *= 0.5;
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -1, 2, 0.3, -0.2, 1.1}), 6);
    return oracle_result();
}

/* A conditional accumulation and a count that divides it: a masked mean. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    int count = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            s += x[i] * x[i];
            count++;
        }
    return count ? s / count : 0;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){1, -2, 3, -4, 5}), 5,
                       ((const double[]){2 / 3.0, 0, 2, 0, 10 / 3.0}));
    ORACLE_GRADIENT_IS(f, ((const double[]){-1, -2}), 2, ((const double[]){0, 0}));
    return oracle_result();
}

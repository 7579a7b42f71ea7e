/* goto out of three loops into shared code behind them. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                s += x[i] * x[j] * x[k];
                if (s > 4)
                    goto out;
            }
    s *= 2;
out:
    return s * x[0];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.7, 1.2}), 3);
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.3, 0.2}), 3);
    return oracle_result();
}

/* The path differs from iteration to iteration and must be retraced. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0.1;
    for (int i = 0; i < n; i++) {
        if (s > 1)
            s = s / 3 + x[i];
        else if (x[i] > 0)
            s = s * x[i] + x[i] * x[i];
        else
            s -= 2 * x[i];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.4, -0.7, 1.2, 0.3, -2, 1.5, 0.8, 0.2, -0.1, 0.9}), 10);
    return oracle_result();
}

/* Returning out of two nested loops. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s += x[i] * x[j];
            if (s > 6)
                return s * x[j];
        }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 2, 1.5}), 3);
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.2, 0.3}), 3);
    return oracle_result();
}

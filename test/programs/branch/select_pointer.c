/* A conditional chooses the array that is read and the one that is written. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double low[4] = {0}, high[4] = {0};
    for (int i = 0; i < n; i++) {
        double *bin = x[i] < 1 ? low : high;
        bin[i % 4] += x[i] * x[i];
    }
    const double *chosen = x[0] > 0 ? low : high;
    return chosen[0] * high[1] + low[2] * chosen[3];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 1.5, 0.7, 0.8, 2.0, 3.0}), 6);
    ORACLE_GRADIENT(f, ((const double[]){-0.5, 1.5, 0.7, 1.8, 2.0, 3.0}), 6);
    return oracle_result();
}

/* A fixed stack array as work space, zero initialised. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double bins[4] = {0}, total = 0;
    for (int i = 0; i < n; i++)
        bins[i % 4] += x[i] * x[i];
    for (int i = 0; i < 4; i++)
        total += bins[i] * bins[(i + 1) % 4];
    return total;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, -2, 0.5, 1.5, 0.3, 0.8}), 6);
    return oracle_result();
}

/* A sweep that reads new left and old right neighbours. */
#include "oracle.h"

static void f(double *u, int n)
{
    for (int step = 0; step < 4; step++)
        for (int i = 1; i < n - 1; i++)
            u[i] = u[i] + 0.3 * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.1, 0.5, 0.9, 0.4, 0.7, 0.2, 0.6}), 7);
    return oracle_result();
}

/* A ring of three buffers rotated by pointers: a multistep method. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double store[3][4], *y[3] = {store[0], store[1], store[2]}, s = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            y[k][i] = x[i] * (k + 1);
    for (int step = 0; step < 10; step++) {
        double *oldest = y[0];
        for (int i = 0; i < n; i++)
            oldest[i] = 0.4 * y[2][i] * y[1][(i + 1) % n] + 0.3 * oldest[i];
        y[0] = y[1];
        y[1] = y[2];
        y[2] = oldest;
        s += y[2][step % n];
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.9, 0.8, -0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

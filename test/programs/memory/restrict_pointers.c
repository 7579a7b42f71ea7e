/* restrict on every array of the function. */
#include "oracle.h"

static void f(const double *restrict x, int n, double *restrict y, int m)
{
    for (int i = 0; i < m; i++) {
        double s = y[i];
        for (int j = 0; j < n; j++)
            s += x[j] * x[j] * (i + j) * s * 0.01;
        y[i] = s;
    }
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){1, 2, 3, 4}), 4);
    return oracle_result();
}

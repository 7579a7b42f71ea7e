/* Variable-length arrays, one of them two-dimensional. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double line[n], table[n][n], s = 0;
    for (int i = 0; i < n; i++)
        line[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            table[i][j] = line[i] * x[j];
    for (int i = 0; i < n; i++)
        s += table[i][n - 1 - i] * table[i][i];
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.9, 1.1, 0.4, 0.8}), 5);
    return oracle_result();
}

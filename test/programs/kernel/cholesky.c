/* Cholesky factorisation in place; the objective is half the log-determinant. */
#include <math.h>
#include "oracle.h"

enum { N = 4 };

static double f(const double *x, int n)
{
    double a[N][N], s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = x[i] * x[j] + (i == j ? 2 + x[i] * x[i] : 0);
    for (int j = 0; j < N; j++) {
        for (int k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        a[j][j] = sqrt(a[j][j]);
        for (int i = j + 1; i < N; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
    for (int i = 0; i < N; i++)
        s += log(a[i][i]);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), N);
    return oracle_result();
}

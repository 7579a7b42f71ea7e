/* Gaussian elimination with complex pivots: |x|^2 of the solution by all entries. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

enum { N = 3 };

static double solve(const double *x, int n)
{
    double complex a[N][N + 1];
    double s = 0;
    for (int i = 0, k = 0; i < N; i++)
        for (int j = 0; j <= N; j++, k += 2)
            a[i][j] = x[k] + I * x[k + 1] + (i == j ? 2 : 0);
    for (int p = 0; p < N; p++) {
        int best = p;
        for (int i = p + 1; i < N; i++)
            if (cabs(a[i][p]) > cabs(a[best][p]))
                best = i;
        for (int j = p; j <= N; j++) {
            double complex t = a[p][j];
            a[p][j] = a[best][j];
            a[best][j] = t;
        }
        for (int i = 0; i < N; i++)
            if (i != p) {
                double complex q = a[i][p] / a[p][p];
                for (int j = p; j <= N; j++)
                    a[i][j] -= q * a[p][j];
            }
    }
    for (int i = 0; i < N; i++)
        s += pow(cabs(a[i][N] / a[i][i]), 2) * (i + 1);
    return s;
}

int main(void)
{
    double x[24];
    oracle_random(x, 24, 9);
    ORACLE_GRADIENT(solve, x, 24);
    return oracle_result();
}

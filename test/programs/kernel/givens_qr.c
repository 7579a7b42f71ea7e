/* Givens rotations eliminate the lower part; skipped where it is zero already. */
#include <math.h>
#include "oracle.h"

enum { N = 4 };

static double f(const double *x, int n)
{
    double a[N][N], s = 0;
    for (int i = 0; i < N * N; i++)
        a[i / N][i % N] = x[i];
    for (int j = 0; j < N; j++)
        for (int i = j + 1; i < N; i++) {
            if (a[i][j] == 0)
                continue;
            double r = hypot(a[j][j], a[i][j]), c = a[j][j] / r, t = a[i][j] / r;
            for (int k = j; k < N; k++) {
                double u = a[j][k], v = a[i][k];
                a[j][k] = c * u + t * v;
                a[i][k] = c * v - t * u;
            }
        }
    for (int i = 0; i < N; i++)
        s += a[i][i] * a[i][N - 1];
    return s;
}

int main(void)
{
    double x[N * N];
    oracle_random(x, N * N, 16);
    ORACLE_GRADIENT(f, x, N * N);
    return oracle_result();
}

/* Soft dynamic time warping: a smooth minimum over a table. */
#include <math.h>
#include "oracle.h"

enum { N = 5, M = 4 };

static double softmin(double a, double b, double c)
{
    double low = fmin(a, fmin(b, c));
    return low - log(exp(low - a) + exp(low - b) + exp(low - c));
}

static double f(const double *x, int n)
{
    const double *y = x + N;
    double r[N + 1][M + 1];
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            r[i][j] = i + j == 0 ? 0 : 1e6;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= M; j++) {
            double d = x[i - 1] - y[j - 1];
            r[i][j] = d * d + softmin(r[i - 1][j], r[i][j - 1], r[i - 1][j - 1]);
        }
    return r[N][M];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.9, 1.5, 0.7, 0.2, 0.2, 1.1, 1.4, 0.3}), N + M);
    return oracle_result();
}

/* A one-dimensional convolution with borders, signal and kernel active. */
#include "oracle.h"

enum { N = 12, K = 5 };

static void f(const double *xk, int n, double *y, int m)
{
    const double *kernel = xk + N;
    for (int i = 0; i < m; i++) {
        double s = 0;
        for (int j = 0; j < K; j++) {
            int at = i + j - K / 2;
            if (at < 0 || at >= N)
                continue;
            s += xk[at] * kernel[j];
        }
        y[i] = s > 0 ? s : 0.01 * s;
    }
}

int main(void)
{
    double x[N + K], y[N] = {0};
    oracle_random(x, N + K, 1);
    ORACLE_MAP(f, x, N + K, y, N);
    return oracle_result();
}

/* Two arrays that are apart and have one shadow: it gets the sum of both gradients. */
#include "oracle.h"

static void f(const double *x, const double *y, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int j = 0; j <= i; j++)
            out[i] += x[j] * y[i - j] * y[j];
    }
}

int main(void)
{
    enum { N = 5 };
    double x[N], y[N], out[N], seeds[N], both[N] = {0}, dx[N] = {0}, dy[N] = {0}, sum[N];
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    for (int i = 0; i < N; i++)
        seeds[i] = i - 1.5;
    __enzyme_autodiff((void *)f, x, dx, y, dy, out, seeds, N);
    for (int i = 0; i < N; i++)
        seeds[i] = i - 1.5, sum[i] = dx[i] + dy[i];
    __enzyme_autodiff((void *)f, x, both, y, both, out, seeds, N);
    CHECK_ARRAY(both, sum, N);
    /* Shadows that overlap in part. */
    double pair[2 * N] = {0};
    for (int i = 0; i < N; i++)
        seeds[i] = i - 1.5;
    __enzyme_autodiff((void *)f, x, pair, y, pair + 2, out, seeds, N);
    for (int i = 0; i < N + 2; i++)
        CHECK(pair[i], (i < N ? dx[i] : 0) + (i >= 2 ? dy[i - 2] : 0));
    return oracle_result();
}

/* Calls in a loop that LLVM unrolls: what is a shadow in one call is the primal's memory in the
 * next, and objects change places. */
#include "oracle.h"

enum { N = 4, CALLS = 4 };

static void square(double *a)
{
    for (int i = 0; i < N; i++)
        a[i] = 0.5 * a[i] * a[i];
}

static void mix(double *restrict a, const double *restrict b)
{
    for (int i = 0; i < N; i++)
        a[i] = a[i] * b[i] + b[N - 1 - i];
}

static void check_square(const double *x)
{
    double p[CALLS + 1][N], q[CALLS + 1][N];
    for (int k = 0; k <= CALLS; k++)
        for (int i = 0; i < N; i++)
            p[k][i] = q[k][i] = x[k * N + i];
    for (int k = 0; k < CALLS; k++)
        __enzyme_autodiff((void *)square, p[k], p[k + 1]);
    for (int k = 0; k < CALLS; k++)
        for (int i = 0; i < N; i++) {
            q[k + 1][i] *= q[k][i];
            q[k][i] *= 0.5 * q[k][i];
        }
    for (int k = 0; k <= CALLS; k++)
        for (int i = 0; i < N; i++)
            CHECK(p[k][i], q[k][i]);
}

static void check_mix(const double *x)
{
    double p[CALLS + 1][N], d[CALLS + 1][N], q[CALLS + 1][N], e[CALLS + 1][N];
    for (int k = 0; k <= CALLS; k++)
        for (int i = 0; i < N; i++) {
            p[k][i] = q[k][i] = x[k * N + i];
            d[k][i] = e[k][i] = x[N * (CALLS - k) + i];
        }
    for (int k = 0; k < CALLS; k++)
        __enzyme_autodiff((void *)mix, p[k + 1], d[k + 1], p[k], d[k]);
    for (int k = 0; k < CALLS; k++)
        for (int i = 0; i < N; i++) {
            double seed = e[k + 1][i], a = q[k + 1][i];
            e[k][N - 1 - i] += seed;
            e[k][i] += a * seed;
            e[k + 1][i] = q[k][i] * seed;
            q[k + 1][i] = a * q[k][i] + q[k][N - 1 - i];
        }
    for (int k = 0; k <= CALLS; k++)
        for (int i = 0; i < N; i++) {
            CHECK(p[k][i], q[k][i]);
            CHECK(d[k][i], e[k][i]);
        }
}

int main(void)
{
    double x[N * (CALLS + 1)];
    oracle_random(x, N * (CALLS + 1), 1);
    check_square(x);
    check_mix(x);
    return oracle_result();
}

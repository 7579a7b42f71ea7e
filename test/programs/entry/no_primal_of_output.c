/* The primal of an output that is only written may be any pointer where it is not wanted: in loops,
 * whatever else they access. */
#include "oracle.h"

enum { N = 20 };

static void squares(const double *x, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] * x[i];
}

static void differences(const double *x, double *out, int n)
{
    for (int i = 1; i < n - 1; i++)
        out[i] = x[i] * (x[i + 1] - x[i - 1]);
}

static void check(void *f, const double *expected, const double *x, const double *seed)
{
    double d[N] = {0}, s[N];
    for (int i = 0; i < N; i++)
        s[i] = seed[i];
    __enzyme_autodiff(f, enzyme_dup, x, d, enzyme_dupnoneed, (double *)0, s, enzyme_const, N);
    CHECK_ARRAY(d, expected, N);
}

int main(void)
{
    double x[N], seed[N], expected[N] = {0};
    oracle_random(x, N, 1);
    oracle_random(seed, N, 2);
    for (int i = 0; i < N; i++)
        expected[i] = 2 * x[i] * seed[i];
    check((void *)squares, expected, x, seed);
    for (int i = 0; i < N; i++)
        expected[i] = 0;
    for (int i = 1; i < N - 1; i++) {
        expected[i] += seed[i] * (x[i + 1] - x[i - 1]);
        expected[i + 1] += seed[i] * x[i];
        expected[i - 1] -= seed[i] * x[i];
    }
    check((void *)differences, expected, x, seed);
    return oracle_result();
}

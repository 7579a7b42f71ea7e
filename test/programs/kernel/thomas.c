/* The Thomas algorithm for tridiagonal systems, with work arrays on the stack. */
#include "oracle.h"

enum { N = 6 };

static void f(const double *abc, int n, double *d, int m)
{
    const double *lower = abc, *diagonal = abc + N, *upper = abc + 2 * N;
    double c[N];
    c[0] = upper[0] / diagonal[0];
    d[0] = d[0] / diagonal[0];
    for (int i = 1; i < N; i++) {
        double pivot = diagonal[i] - lower[i] * c[i - 1];
        c[i] = upper[i] / pivot;
        d[i] = (d[i] - lower[i] * d[i - 1]) / pivot;
    }
    for (int i = N - 2; i >= 0; i--)
        d[i] -= c[i] * d[i + 1];
}

int main(void)
{
    double abc[3 * N], d[N];
    oracle_random(abc, 3 * N, 5);
    oracle_random(d, N, 6);
    for (int i = 0; i < N; i++)
        abc[N + i] += 3;
    ORACLE_MAP(f, abc, 3 * N, d, N);
    return oracle_result();
}

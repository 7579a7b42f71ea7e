/* LAPACKE_dgesv solves; LAPACK_dgetrf and LAPACK_dgetrs of lapack.h factor once and solve twice,
 * and the determinant comes from the factors. */
#include "oracle.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { N = 3 };

static void solve(const double *x, int n, double *y, int m)
{
    double a[N * N], b[N];
    lapack_int pivots[N];
    memcpy(a, x, sizeof a);
    memcpy(b, x + N * N, sizeof b);
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, N, 1, a, N, pivots, b, 1) == 0)
        memcpy(y, b, sizeof b);
}

static double f(const double *x, int n)
{
    double a[N * N], b[N] = {1, 2, 3}, logarithm = 0;
    int size = N, one = 1, pivots[N], info;
    memcpy(a, x, sizeof a);
    LAPACK_dgetrf(&size, &size, a, &size, pivots, &info);
    for (int k = 0; k < 2; k++)
        LAPACK_dgetrs("N", &size, &one, a, &size, pivots, b, &size, &info);
    for (int i = 0; i < N; i++)
        logarithm += log(fabs(a[i * (N + 1)]));
    return b[0] + b[1] * b[2] + logarithm;
}

int main(void)
{
    double x[N * N + N] = {0.5, 2, 0.1, 0.25, -1, 3, 1.5, 0.75, 0.5, 1, -2, 0.5}, y[N] = {0};
    ORACLE_MAP(solve, x, N * N + N, y, N);
    ORACLE_GRADIENT(f, x, N * N);
    return oracle_result();
}

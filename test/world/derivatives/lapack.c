/* LAPACK's C interface: LAPACKE and CBLAS, whose Fortran is taken by rule. Row-major matrices are
 * transposed by LAPACKE in memory of its own. */
#include <cblas.h>
#include <lapacke.h>
#include <string.h>

#include "oracle.h"

enum { N = 4 };

/* w^T A^-1 b; the matrix is in front of the right side. */
static double weighted(const double *b)
{
    return b[0] - 2 * b[1] + 3 * b[2] + b[3];
}
static double solved(const double *in, int n, int order)
{
    double a[N * N], b[N];
    lapack_int pivots[N];
    (void)n;
    memcpy(a, in, sizeof a);
    memcpy(b, in + N * N, sizeof b);
    for (int i = 0; i < N; i++)
        a[i * N + i] += 3;
    LAPACKE_dgesv(order, N, 1, a, N, pivots, b, order == LAPACK_ROW_MAJOR ? 1 : N);
    return weighted(b);
}
static double by_columns(const double *in, int n)
{
    return solved(in, n, LAPACK_COL_MAJOR);
}
static double by_rows(const double *in, int n)
{
    return solved(in, n, LAPACK_ROW_MAJOR);
}
static double by_cholesky(const double *in, int n)
{
    double a[N * N], b[N];
    (void)n;
    memcpy(b, in + N * N, sizeof b);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, N, N, N, 1, in, N, in, N, 0, a, N);
    for (int i = 0; i < N; i++)
        a[i * N + i] += 2;
    LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', N, a, N);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, N, a, N, b, 1);
    return cblas_ddot(N, b, 1, b, 1);
}

int main(void)
{
    double in[N * N + N];
    oracle_random(in, N * N + N, 3);
    ORACLE_GRADIENT(by_columns, in, N * N + N);
    ORACLE_GRADIENT(by_rows, in, N * N + N);
    ORACLE_GRADIENT(by_cholesky, in, N * N + N);
    return oracle_result();
}

/* LAPACK's C parts: LAPACKE with matrices by rows, which it transposes and hands to the routines of
 * the system's library, and CBLAS. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "oracle.h"

enum { N = 4 };

static double weighted(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1.5) * v[i];
    return s;
}

/* x = {A by rows, b}. */
static void read_system(const double *x, double *a, double *b)
{
    memcpy(a, x, N * N * sizeof *a);
    memcpy(b, x + N * N, N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i * N + i] += 5;
}

static double solve(const double *x, int n)
{
    double a[N * N], b[N];
    lapack_int order[N];
    (void)n;
    read_system(x, a, b);
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, N, 1, a, N, order, b, 1))
        return 0;
    return weighted(b, N);
}

/* By factors that are used twice, for A and for its transpose. */
static double factors(const double *x, int n)
{
    double a[N * N], b[N], c[N];
    lapack_int order[N];
    (void)n;
    read_system(x, a, b);
    memcpy(c, b, sizeof c);
    if (LAPACKE_dgetrf(LAPACK_ROW_MAJOR, N, N, a, N, order) ||
        LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', N, 1, a, N, order, b, 1) ||
        LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'T', N, 1, a, N, order, c, 1))
        return 0;
    return weighted(b, N) * weighted(c, N) + log(fabs(a[0] * a[5] * a[10] * a[15]));
}

/* B = A A^T + 5, solved by its Cholesky factor. */
static double positive_definite(const double *x, int n)
{
    double a[N * N], b[N], c[N * N] = {0};
    (void)n;
    read_system(x, a, b);
    for (int i = 0; i < N; i++)
        c[i * N + i] = 5;
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, N, N, 0.1, a, N, 1, c, N);
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', N, c, N) ||
        LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', N, 1, c, N, b, 1))
        return 0;
    return weighted(b, N) + log(c[0] * c[5] * c[10] * c[15]);
}

static double inverse(const double *x, int n)
{
    double a[N * N], b[N];
    lapack_int order[N];
    (void)n;
    read_system(x, a, b);
    if (LAPACKE_dgetrf(LAPACK_COL_MAJOR, N, N, a, N, order) ||
        LAPACKE_dgetri(LAPACK_COL_MAJOR, N, a, N, order))
        return 0;
    return weighted(a, N * N);
}

static double products(const double *x, int n)
{
    double a[N * N], b[N], c[N * N] = {0};
    (void)n;
    read_system(x, a, b);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, N, N, N, 0.5, a, N, x, N, 0, c, N);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, N, a, N, b, 1);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, N, N, 1, c, N, x + N * N, 1, 0.3, b, 1);
    cblas_daxpy(N, 0.7, x, N, b, 1);
    return weighted(c, N * N) * weighted(b, N);
}

int main(void)
{
    double x[N * N + N];
    oracle_random(x, N * N + N, 23);
    ORACLE_GRADIENT(solve, x, N * N + N);
    ORACLE_GRADIENT(factors, x, N * N + N);
    ORACLE_GRADIENT(positive_definite, x, N * N + N);
    ORACLE_GRADIENT(inverse, x, N * N);
    ORACLE_GRADIENT(products, x, N * N + N);
    return oracle_result();
}

/* Inverses: dgetrf_ and dgetri_ with a workspace query, and LAPACKE_dpotrf and LAPACKE_dpotri for a
 * symmetric matrix. */
#include "oracle.h"
#include <lapacke.h>
#include <stdlib.h>

enum { N = 3 };
extern void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
extern void dgetri_(const int *, double *, const int *, const int *, double *, const int *, int *);

static void invert(double *a, int n)
{
    int size = N, pivots[N], info, ask = -1;
    double best;
    dgetrf_(&size, &size, a, &size, pivots, &info);
    dgetri_(&size, a, &size, pivots, &best, &ask, &info);
    int length = (int)best;
    double *work = malloc((size_t)length * sizeof *work);
    dgetri_(&size, a, &size, pivots, work, &length, &info);
    free(work);
}

/* x^T A^-1 x for the matrix A = b I + x x^T in the upper triangle */
static double form(const double *x, int n)
{
    double a[N * N] = {0}, sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            a[i * N + j] = x[i] * x[j] + (i == j ? x[N] : 0);
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', N, a, N) ||
        LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'U', N, a, N))
        return 0;
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            sum += (i == j ? 1 : 2) * x[i] * a[i * N + j] * x[j];
    return sum;
}

int main(void)
{
    double a[N * N] = {0.5, 2, 0.1, 0.25, -1, 3, 1.5, 0.75, 0.5}, x[N + 1] = {0.5, -1, 0.75, 1.25};
    ORACLE_INPLACE(invert, a, N * N);
    ORACLE_GRADIENT(form, x, N + 1);
    return oracle_result();
}

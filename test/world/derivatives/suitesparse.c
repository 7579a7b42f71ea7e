/* CXSparse, AMD and KLU: solutions of sparse systems by the entries of the matrix and the right
 * side, for factorisations after LU, Cholesky and QR. */
#include <cs.h>
#include <klu.h>
#include <math.h>
#include <string.h>

#include "oracle.h"

enum { N = 6, ENTRIES = 3 * N - 2 };

/* A tridiagonal matrix with entries out of x, and more on the diagonal. */
static cs_di *matrix(const double *x, int symmetric)
{
    cs_di *triplets = cs_di_spalloc(N, N, ENTRIES, 1, 1);
    for (int i = 0; i < N; i++)
        cs_di_entry(triplets, i, i, 4 + x[i]);
    for (int i = 0; i + 1 < N; i++) {
        cs_di_entry(triplets, i, i + 1, x[N + i]);
        cs_di_entry(triplets, i + 1, i, symmetric ? x[N + i] : x[2 * N - 1 + i]);
    }
    cs_di *compressed = cs_di_compress(triplets);
    cs_di_spfree(triplets);
    return compressed;
}

/* The entries of the matrix first, then the right side, which becomes the solution. */
static double weighted(const double *b)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (i + 1) * b[i];
    return sum;
}
static double by_lu(const double *x, int n)
{
    double b[N];
    cs_di *a = matrix(x, 0);
    memcpy(b, x + n - N, sizeof b);
    cs_di_lusol(1, a, b, 1);
    cs_di_spfree(a);
    return weighted(b);
}
static double by_cholesky(const double *x, int n)
{
    double b[N];
    cs_di *a = matrix(x, 1);
    memcpy(b, x + n - N, sizeof b);
    cs_di_cholsol(1, a, b);
    cs_di_spfree(a);
    return weighted(b);
}
static double by_qr(const double *x, int n)
{
    double b[N];
    cs_di *a = matrix(x, 0);
    memcpy(b, x + n - N, sizeof b);
    cs_di_qrsol(3, a, b);
    cs_di_spfree(a);
    return weighted(b);
}
static double by_klu(const double *x, int n)
{
    double b[N];
    klu_common common;
    cs_di *a = matrix(x, 0);
    memcpy(b, x + n - N, sizeof b);
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(N, a->p, a->i, &common);
    klu_numeric *numeric = klu_factor(a->p, a->i, a->x, symbolic, &common);
    klu_solve(symbolic, numeric, N, 1, b, &common);
    klu_free_symbolic(&symbolic, &common);
    klu_free_numeric(&numeric, &common);
    cs_di_spfree(a);
    return weighted(b);
}

int main(void)
{
    double x[ENTRIES + N];
    oracle_random(x, ENTRIES + N, 11);
    ORACLE_GRADIENT(by_lu, x, ENTRIES + N);
    ORACLE_GRADIENT(by_cholesky, x, ENTRIES + N);
    ORACLE_GRADIENT(by_qr, x, ENTRIES + N);
#ifndef NO_KLU
    ORACLE_GRADIENT(by_klu, x, ENTRIES + N);
#endif
    /* The gradient of w^T A^-1 b by b is the solution of the transposed system. */
    double gradient[ENTRIES + N], w[N];
    GRADIENT(by_lu, x, gradient, ENTRIES + N);
    cs_di *a = matrix(x, 0), *transposed = cs_di_transpose(a, 1);
    for (int i = 0; i < N; i++)
        w[i] = i + 1;
    cs_di_qrsol(0, transposed, w);
    CHECK_ARRAY(gradient + ENTRIES, w, N);
    cs_di_spfree(a);
    cs_di_spfree(transposed);
    return oracle_result();
}

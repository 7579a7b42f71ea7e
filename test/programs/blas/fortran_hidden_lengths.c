/* The lengths of characters that Fortran compilers append are part of the prototype. */
#include "oracle.h"
#include <stddef.h>

extern void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b,
                   const int *ldb, const double *beta, double *c, const int *ldc, size_t, size_t);
extern void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n,
                   const double *a, const int *lda, double *x, const int *incx, int, int, int);

static void f(const double *x, int n, double *y, int m)
{
    const int three = 3, one = 1;
    const double alpha = 0.5, beta = 0;
    double c[9];
    dgemm_("T", "N", &three, &three, &three, &alpha, x, &three, x, &three, &beta, c, &three, 1, 1);
    for (int i = 0; i < 3; i++) {
        c[4 * i] += 2;
        y[i] = x[i];
    }
    dtrsv_("U", "N", "N", &three, c, &three, y, &one, 1, 1, 1);
}

int main(void)
{
    double x[9], y[3] = {0};
    oracle_random(x, 9, 2);
    ORACLE_MAP(f, x, 9, y, 3);
    return oracle_result();
}

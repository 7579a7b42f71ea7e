/* Fortran routines declared by hand, as programs without a header do: scalars by address, flags as
 * strings. */
#include "oracle.h"

extern double dnrm2_(int *n, const double *x, int *incx);
extern void dscal_(int *n, double *a, double *x, int *incx);
extern void dgemv_(char *trans, int *m, int *n, double *alpha, double *a, int *lda, double *x,
                   int *incx, double *beta, double *y, int *incy);

/* Power iteration: the last factor is close to the largest eigenvalue. */
static double eigenvalue(const double *a, int size)
{
    int n = 3, one = 1;
    double x[3] = {1, 1, 1}, y[3], alpha = 1, beta = 0, norm = 0;
    for (int k = 0; k < 8; k++) {
        dgemv_("n", &n, &n, &alpha, (double *)a, &n, x, &one, &beta, y, &one);
        norm = dnrm2_(&n, y, &one);
        double scale = 1 / norm;
        dscal_(&n, &scale, y, &one);
        for (int i = 0; i < 3; i++)
            x[i] = y[i];
    }
    return norm;
}

int main(void)
{
    double a[9] = {4, 1, 0.5, 0.25, 3, 1, 0.125, 0.75, 2};
    ORACLE_GRADIENT(eigenvalue, a, 9);
    return oracle_result();
}

/* Translated from Fortran: static loop variables, arrays that start at 1, an error handler. */
#include <stdio.h>

static int lsame_(char *a, char *b)
{
    return (*a | 32) == (*b | 32);
}

int dgemv_(char *trans, int *m, int *n, double *alpha, double *a, int *lda, double *x, int *incx,
           double *beta, double *y, int *incy);
int dgemv_(char *trans, int *m, int *n, double *alpha, double *a, int *lda, double *x, int *incx,
           double *beta, double *y, int *incy)
{
    int a_dim1, a_offset, i__1, i__2;
    static int i__, j, info, leny;
    static double temp;
    a_dim1 = *lda;
    a_offset = 1 + a_dim1;
    a -= a_offset;
    --x;
    --y;
    info = 0;
    if (!lsame_(trans, "N") && !lsame_(trans, "T"))
        info = 1;
    else if (*incx != 1 || *incy != 1)
        info = 8;
    if (info != 0) {
        fprintf(stderr, "dgemv: argument %d\n", info);
        return 0;
    }
    leny = lsame_(trans, "N") ? *m : *n;
    i__1 = leny;
    for (i__ = 1; i__ <= i__1; ++i__)
        y[i__] = *beta * y[i__];
    i__1 = *n;
    for (j = 1; j <= i__1; ++j) {
        temp = lsame_(trans, "N") ? *alpha * x[j] : 0.;
        i__2 = *m;
        for (i__ = 1; i__ <= i__2; ++i__)
            if (lsame_(trans, "N"))
                y[i__] += temp * a[i__ + j * a_dim1];
            else
                temp += a[i__ + j * a_dim1] * x[i__];
        if (!lsame_(trans, "N"))
            y[j] += *alpha * temp;
    }
    return 0;
}

double ddot_(int *n, double *dx, int *incx, double *dy, int *incy);
double ddot_(int *n, double *dx, int *incx, double *dy, int *incy)
{
    static int i__, ix, iy;
    static double dtemp;
    --dy;
    --dx;
    dtemp = 0.;
    ix = *incx < 0 ? (1 - *n) * *incx + 1 : 1;
    iy = *incy < 0 ? (1 - *n) * *incy + 1 : 1;
    for (i__ = 1; i__ <= *n; ++i__) {
        dtemp += dx[ix] * dy[iy];
        ix += *incx;
        iy += *incy;
    }
    return dtemp;
}

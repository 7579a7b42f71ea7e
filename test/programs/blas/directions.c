/* Several tangents and several adjoints at once through cblas_dgemv and ddot_; split reverse mode
 * around cblas_dtrsm. */
#include "oracle.h"
#include <cblas.h>

extern double ddot_(const int *, const double *, const int *, const double *, const int *);
extern int enzyme_dup, enzyme_width, enzyme_const;
struct pair {
    double d[2];
};
extern struct pair __enzyme_fwddiff_two(void *, ...);
extern void __enzyme_autodiff_two(void *, ...);
extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static double f(const double *x)
{
    static const double a[4] = {1, 2, 3, 4};
    double y[2] = {x[0], 0};
    int two = 2, one = 1;
    cblas_dgemv(CblasRowMajor, CblasTrans, 2, 2, x[1], a, 2, x, 1, 1.0, y, 1);
    return ddot_(&two, y, &one, y, &one);
}

static void map(const double *x, double *y)
{
    static const double a[4] = {1, 2, 3, 4};
    cblas_dgemv(CblasColMajor, CblasNoTrans, 2, 2, x[0], a, 2, x, 1, 0.0, y, 1);
}

static void solve(double *l, double *b)
{
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 2, 1, 1.0, l, 2,
                b, 1);
}

int main(void)
{
    double x[2] = {0.5, -1.5}, e0[2] = {1, 0}, e1[2] = {0, 1};
    struct pair t = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, x, e0, e1);
    /* y = (x0 + x1 (x0 + 3 x1), x1 (2 x0 + 4 x1)) */
    double y0 = x[0] + x[1] * (x[0] + 3 * x[1]), y1 = x[1] * (2 * x[0] + 4 * x[1]);
    CHECK(t.d[0], 2 * y0 * (1 + x[1]) + 2 * y1 * 2 * x[1]);
    CHECK(t.d[1], 2 * y0 * (x[0] + 6 * x[1]) + 2 * y1 * (2 * x[0] + 8 * x[1]));

    /* y = x0 (x0 + 3 x1, 2 x0 + 4 x1): both rows of the Jacobian */
    double y[2], dx0[2] = {0}, dx1[2] = {0}, w0[2] = {1, 0}, w1[2] = {0, 1};
    __enzyme_autodiff_two((void *)map, enzyme_width, 2, enzyme_dup, x, dx0, dx1, enzyme_dup, y, w0,
                          w1);
    CHECK(dx0[0], 2 * x[0] + 3 * x[1]);
    CHECK(dx0[1], 3 * x[0]);
    CHECK(dx1[0], 4 * x[0] + 4 * x[1]);
    CHECK(dx1[1], 4 * x[0]);
    CHECK(w0[0], 0);
    CHECK(w1[1], 0);

    double l[4] = {2, 0, 1, 4}, dl[4] = {0}, b[2] = {3, 5}, db[2] = {0};
    void *tape = __enzyme_augmentfwd_void((void *)solve, enzyme_dup, l, dl, enzyme_dup, b, db);
    CHECK(b[1], (5 - 1.5) / 4);
    l[0] = l[2] = l[3] = b[0] = b[1] = 77;
    db[1] = 1;
    __enzyme_reverse_void((void *)solve, enzyme_dup, l, dl, enzyme_dup, b, db, tape);
    CHECK(db[1], 0.25);
    CHECK(db[0], -1 / 8.0);
    CHECK(dl[0], 1.5 / 8);
    CHECK(dl[1], 0);
    CHECK(dl[2], -1.5 / 4);
    CHECK(dl[3], -0.875 / 4);
    return oracle_result();
}

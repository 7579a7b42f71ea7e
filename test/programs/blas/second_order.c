/* Hessian times vector: forward mode over the gradient of a function that calls BLAS. */
#include "oracle.h"
#include <cblas.h>
#include <math.h>

enum { N = 3 };
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_void(void *, ...);
extern void __enzyme_fwddiff_void(void *, ...);

/* |A x|^4 / 4 + x.x, A given */
static double f(const double *x)
{
    static const double a[N * N] = {2, 1, 0, 0.5, 3, 1, 0, 0.25, 1};
    double y[N];
    cblas_dgemv(CblasRowMajor, CblasNoTrans, N, N, 1, a, N, x, 1, 0, y, 1);
    double s = cblas_ddot(N, y, 1, y, 1);
    return s * s / 4 + cblas_ddot(N, x, 1, x, 1);
}

static void gradient(const double *x, double *g)
{
    for (int i = 0; i < N; i++)
        g[i] = 0;
    __enzyme_autodiff_void((void *)f, enzyme_dup, x, g);
}

int main(void)
{
    double x[N] = {0.5, -0.25, 1}, v[N] = {1, 2, -1}, g[N], hv[N] = {0}, up[N], down[N], gu[N],
           gd[N];
    const double h = 1e-5;
    __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv);
    for (int i = 0; i < N; i++) {
        up[i] = x[i] + h * v[i];
        down[i] = x[i] - h * v[i];
    }
    gradient(up, gu);
    gradient(down, gd);
    for (int i = 0; i < N; i++)
        CHECK_TOL(hv[i], (gu[i] - gd[i]) / (2 * h), 1e-7);
    return oracle_result();
}

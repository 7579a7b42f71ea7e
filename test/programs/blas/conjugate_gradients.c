/* Conjugate gradients on top of level 1 and dsymv: loops with data-dependent length around library
 * calls. */
#include "oracle.h"
#include <cblas.h>

enum { N = 4 };

static void solve(const double *x, int n, double *u, int m)
{
    const double *a = x, *b = x + N * N;
    double r[N], p[N], ap[N], s[N * N];
    for (int i = 0; i < N * N; i++)
        s[i] = a[i] + (i % (N + 1) == 0 ? 5 : 0);
    for (int i = 0; i < N; i++)
        u[i] = 0;
    cblas_dcopy(N, b, 1, r, 1);
    cblas_dcopy(N, r, 1, p, 1);
    double rr = cblas_ddot(N, r, 1, r, 1);
    while (rr > 1e-20) {
        cblas_dsymv(CblasColMajor, CblasLower, N, 1.0, s, N, p, 1, 0.0, ap, 1);
        double alpha = rr / cblas_ddot(N, p, 1, ap, 1);
        cblas_daxpy(N, alpha, p, 1, u, 1);
        cblas_daxpy(N, -alpha, ap, 1, r, 1);
        double next = cblas_ddot(N, r, 1, r, 1);
        cblas_dscal(N, next / rr, p, 1);
        cblas_daxpy(N, 1.0, r, 1, p, 1);
        rr = next;
    }
}

int main(void)
{
    double x[N * N + N], u[N] = {0};
    oracle_random(x, N * N + N, 4);
    ORACLE_MAP(solve, x, N * N + N, u, N);
    return oracle_result();
}

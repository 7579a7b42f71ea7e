/* Routines of BLAS in parallel regions: all threads read one matrix, and so add to one shadow. */
#include "oracle.h"
#include <cblas.h>
#include <omp.h>
#include <string.h>

enum { SIDE = 5, VECTORS = 24 };

/* y: products of the matrix behind the vectors with each of them, and sums over vectors that follow
 * each other. */
static void products(const double *x, int n, double *y, int m)
{
    const double *a = x + VECTORS * SIDE;
#pragma omp parallel for schedule(dynamic, 1) num_threads(n % 2 ? 3 : 4)
    for (int i = 0; i < VECTORS; i++) {
        double *to = y + i * (SIDE + 1);
        cblas_dgemv(CblasRowMajor, i % 2 ? CblasTrans : CblasNoTrans, SIDE, SIDE, 1.0, a, SIDE,
                    x + i * SIDE, 1, 0.0, to, 1);
        to[SIDE] = cblas_ddot(SIDE, to, 1, x, 1);
        for (int k = 0; k < SIDE; k++)
            to[SIDE] += a[k] * x[i * SIDE + k];
    }
    (void)m;
}

int main(void)
{
    static double x[VECTORS * SIDE + SIDE * SIDE], y[VECTORS * (SIDE + 1)];
    int n = sizeof x / sizeof *x, m = sizeof y / sizeof *y;
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / (1 + i * 7 % 13) - 0.3;
    for (int k = 0; k < 20; k++)
        ORACLE_MAP(products, x, n, y, m);
    return oracle_result();
}

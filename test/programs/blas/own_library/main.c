/* The BLAS is part of the program, as an archive of C sources: its bodies are differentiated,
 * whatever they look like. */
#include "oracle.h"

enum order { ROWS = 101, COLUMNS = 102 };
enum transpose { PLAIN = 111, TRANSPOSED = 112 };
void cblas_dgemm(enum order, enum transpose, enum transpose, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb, double beta, double *c,
                 int ldc);
int dgemv_(char *trans, int *m, int *n, double *alpha, double *a, int *lda, double *x, int *incx,
           double *beta, double *y, int *incy);
double ddot_(int *n, double *x, int *incx, double *y, int *incy);

static double f(const double *x, int n)
{
    double c[4] = {0}, y[2] = {1, 2}, alpha = 0.5, beta = 1;
    int two = 2, one = 1;
    cblas_dgemm(ROWS, PLAIN, TRANSPOSED, 2, 2, 3, x[0], x, 3, x + 3, 3, 0, c, 2);
    dgemv_("T", &two, &two, &alpha, c, &two, (double *)x, &one, &beta, y, &one);
    return ddot_(&two, y, &one, y, &one);
}

int main(void)
{
    double x[9];
    oracle_random(x, 9, 6);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}

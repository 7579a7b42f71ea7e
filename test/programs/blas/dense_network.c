/* A network of dense layers with cblas_dgemv and cblas_daxpy: weights in one array, buffers on the
 * stack. */
#include "oracle.h"
#include <cblas.h>
#include <math.h>
#include <string.h>

enum { IN = 3, HIDDEN = 4, OUT = 2, WEIGHTS = HIDDEN * IN + HIDDEN + OUT * HIDDEN + OUT };

static void dense(const double *w, const double *b, const double *x, int rows, int cols, double *y)
{
    cblas_dcopy(rows, b, 1, y, 1);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, cols, 1.0, w, cols, x, 1, 1.0, y, 1);
}

static double loss(const double *w, int n)
{
    static const double input[IN] = {0.5, -1.0, 0.25}, target[OUT] = {0.1, 0.9};
    double hidden[HIDDEN], out[OUT];
    dense(w, w + HIDDEN * IN, input, HIDDEN, IN, hidden);
    for (int i = 0; i < HIDDEN; i++)
        hidden[i] = tanh(hidden[i]);
    const double *second = w + HIDDEN * IN + HIDDEN;
    dense(second, second + OUT * HIDDEN, hidden, OUT, HIDDEN, out);
    cblas_daxpy(OUT, -1.0, target, 1, out, 1);
    return 0.5 * cblas_ddot(OUT, out, 1, out, 1);
}

int main(void)
{
    double w[WEIGHTS];
    oracle_random(w, WEIGHTS, 1);
    ORACLE_GRADIENT(loss, w, WEIGHTS);
    return oracle_result();
}

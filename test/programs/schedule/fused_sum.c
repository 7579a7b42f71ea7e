/* A sum over points with scratch arrays: no forward loop is needed, and the result comes out all
 * the same. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { POINTS = 7, WIDTH = 5 };

static double data(int i, int k)
{
    return 0.3 * i - 0.2 * k + 0.1 * i * k;
}

static double f(const double *x, int n)
{
    double *centred = malloc((size_t)n * sizeof *centred), *term = malloc((size_t)n * sizeof *term);
    double sum = 0;

    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < n; k++)
            centred[k] = data(i, k) - x[k];
        for (int k = 0; k < n; k++) {
            term[k] = 0;
            for (int j = 0; j <= k; j++)
                term[k] += centred[j] * centred[j] * x[k];
        }
        double total = 0;
        for (int k = 0; k < n; k++)
            total += exp(-term[k]);
        sum += log(1 + total);
    }
    free(centred);
    free(term);
    return 2 * sum - x[0];
}

typedef struct {
    double value;
} valued;
extern valued __enzyme_autodiff_valued(void *, ...);
extern int enzyme_primal_return;

int main(void)
{
    const double x[WIDTH] = {0.4, -0.3, 0.8, 0.2, 0.6};
    double dx[WIDTH] = {0};

    ORACLE_GRADIENT(f, ((const double[]){0.4, -0.3, 0.8, 0.2, 0.6}), WIDTH);
    valued v = __enzyme_autodiff_valued((void *)f, enzyme_primal_return, enzyme_dup, x, dx,
                                        enzyme_const, WIDTH);
    CHECK(v.value, f(x, WIDTH));
    return oracle_result();
}

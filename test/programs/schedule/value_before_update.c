/* A result that is the value before the last update of a carried one. */
#include <math.h>
#include "oracle.h"
static double data[8] = {.3, .1, .7, .2, .9, .4, .5, .6};
static double f(const double *x, int n)
{
    double scratch[8], sum = 0, last = 0.25, before = 0;
    for (int i = 0; i < 6; i++) {
        double total = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = data[i] - x[k];
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                total += exp(scratch[k] * scratch[j]) * x[j];
        sum += total;
        before = last;
        last = data[i];
    }
    return sum + before;
}
typedef struct {
    double value;
} valued;
extern valued __enzyme_autodiff_valued(void *, ...);
int main(void)
{
    double x[3] = {0.5, -0.7, 0.9}, dx[3] = {0};
    ORACLE_GRADIENT(f, x, 3);
    valued v = __enzyme_autodiff_valued((void *)f, enzyme_primal_return, enzyme_dup, x, dx,
                                        enzyme_const, 3);
    CHECK(v.value, f(x, 3));
    return oracle_result();
}

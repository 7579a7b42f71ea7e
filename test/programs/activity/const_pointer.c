/* enzyme_const on an array: no shadow operand, no derivative through it. */
#include "oracle.h"

static double f(const double *x, const double *w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * w[i];
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, w[3] = {5, 6, 7}, d[3] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, w, enzyme_const, 3);
    CHECK_ARRAY(d, ((double[]){10, 24, 42}), 3);
    d[0] = d[1] = d[2] = 0;
    __enzyme_autodiff((void *)f, enzyme_const, x, enzyme_dup, w, d, enzyme_const, 3);
    CHECK_ARRAY(d, ((double[]){1, 4, 9}), 3);
    CHECK(__enzyme_fwddiff((void *)f, enzyme_const, x, enzyme_dup, w, d, enzyme_const, 3),
          1 + 16 + 81);
    return oracle_result();
}

/* enzyme_interleave: primals first, all shadows after it. */
#include "oracle.h"

extern int enzyme_interleave;

static double f(const double *x, int n, const double *w)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * w[i];
    return s;
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {0}, w[2] = {2, 7}, dw[2] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, enzyme_const, 2, enzyme_dup, w, enzyme_interleave,
                      dx, dw);
    CHECK_ARRAY(dx, ((double[]){12, 70}), 2);
    CHECK_ARRAY(dw, ((double[]){9, 25}), 2);
    return oracle_result();
}

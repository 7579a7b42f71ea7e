/* Markers by address, as an exact prototype and in the variadic form. */
#include "oracle.h"

extern double __enzyme_autodiff_markers(void *, int *, const double *, double *, int *, int);

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * (i + 1);
    return s;
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {0};

    __enzyme_autodiff_markers((void *)f, &enzyme_dup, x, dx, &enzyme_const, 2);
    CHECK_ARRAY(dx, ((double[]){6, 20}), 2);
    CHECK(__enzyme_fwddiff((void *)f, &enzyme_dup, x, dx, &enzyme_const, 2), 36 + 400);
    return oracle_result();
}

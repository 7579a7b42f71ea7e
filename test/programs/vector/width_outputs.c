/* Two lanes of output arrays written next to the primal output. */
#include "oracle.h"

static void f(const double *x, double *y)
{
    y[0] = x[0] * x[1];
    y[1] = x[0] * x[0] + y[0];
    y[2] = 4;
}

int main(void)
{
    double x[2] = {3, 5}, a[2] = {1, 0}, b[2] = {0, 1}, y[3];
    double ya[3] = {9, 9, 9}, yb[3] = {9, 9, 9};

    __enzyme_fwddiff_v((void *)f, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, y, ya, yb);
    CHECK_ARRAY(y, ((double[]){15, 24, 4}), 3);
    CHECK_ARRAY(ya, ((double[]){5, 11, 0}), 3);
    CHECK_ARRAY(yb, ((double[]){3, 3, 0}), 3);
    return oracle_result();
}

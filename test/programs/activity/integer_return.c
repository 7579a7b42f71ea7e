/* A function that returns a status: gradients flow through memory only. */
#include "oracle.h"

static int f(const double *x, int n, double *y)
{
    if (n < 1)
        return -1;
    *y = 0;
    for (int i = 0; i < n; i++)
        *y += x[i] * x[i];
    return n;
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {0}, y, dy = 1;

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 2, enzyme_dup, &y, &dy);
    CHECK(y, 34);
    CHECK_ARRAY(dx, ((double[]){6, 10}), 2);
    return oracle_result();
}

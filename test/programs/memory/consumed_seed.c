/* Reverse mode reads the shadow of an overwritten output as seed and zeroes it. */
#include "oracle.h"

static void f(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] * x[i];
}

int main(void)
{
    double x[2] = {3, 5}, y[2] = {-1, -1}, dx[2] = {100, 0}, dy[2] = {1, 10};

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 2);
    CHECK_ARRAY(y, ((double[]){18, 50}), 2);
    CHECK_ARRAY(dx, ((double[]){112, 200}), 2);
    CHECK_ARRAY(dy, ((double[]){0, 0}), 2);
    return oracle_result();
}

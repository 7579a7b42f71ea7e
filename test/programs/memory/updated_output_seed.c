/* The adjoint of an output that is only updated (+=) is kept, not consumed. */
#include "oracle.h"

static void f(const double *x, double *y)
{
    y[0] += x[0] * x[0];
    y[1] *= x[0];
    y[2] = y[2];
}

int main(void)
{
    double x[1] = {3}, y[4] = {1, 2, 5, 7}, dx[1] = {0}, dy[4] = {1, 10, 100, 1000};

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK_ARRAY(y, ((double[]){10, 6, 5, 7}), 4);
    CHECK(dx[0], 6 + 10 * 2);
    CHECK_ARRAY(dy, ((double[]){1, 30, 100, 1000}), 4);
    return oracle_result();
}

/* With pointer arguments only, enzyme_primal_return makes the result the whole answer. */
#include "oracle.h"

static double f(const double *x)
{
    return x[0] * x[0] * x[0];
}

int main(void)
{
    double x[1] = {2}, dx[1] = {0};

    CHECK(__enzyme_autodiff((void *)f, enzyme_primal_return, enzyme_dup, x, dx), 8);
    CHECK(dx[0], 12);
    return oracle_result();
}

/* Combined reverse executes the primal exactly once, side effects included. */
#include "oracle.h"

static int log_length;
static double log_value[4];

static double f(double *x)
{
    log_value[log_length++] = x[0];
    x[0] = x[0] * x[0];
    log_value[log_length++] = x[0];
    return x[0] * 3;
}

int main(void)
{
    double x[1] = {3}, dx[1] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    CHECK_THAT(log_length == 2);
    CHECK(log_value[0], 3);
    CHECK(log_value[1], 9);
    CHECK(x[0], 9);
    CHECK(dx[0], 18);
    return oracle_result();
}

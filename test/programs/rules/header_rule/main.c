/* The same rule registered by several units, through a header: static functions of the same name,
 * and a shared attribute. */
#include "oracle.h"
#include "smooth.h"

double other(double x);
static double f(double x)
{
    return smooth_abs(x) + other(x) + shared(x) + external(x);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, -0.1), tanh(-1) + 2 * tanh(-2) + 5 + 5 + 7);
    return oracle_result();
}

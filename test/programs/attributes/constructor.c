/* Derivative calls in constructors and destructors, tables filled before main. */
#include "oracle.h"

static double square(double x)
{
    return x * x;
}
static double slopes[4];
static double scale;

__attribute__((constructor(101))) static void set_scale(void)
{
    scale = 2;
}
__attribute__((constructor)) static void tabulate(void)
{
    for (int i = 0; i < 4; i++)
        slopes[i] = scale * __enzyme_autodiff((void *)square, (double)i);
}

static double f(double x)
{
    return scale * x * x;
}

int main(void)
{
    CHECK_ARRAY(slopes, ((const double[]){0, 4, 8, 12}), 4);
    ORACLE_SCALAR_IS(f, 3.0, 12);
    return oracle_result();
}

/* Any name that contains the entry point's name works, with any prototype. */
#include "oracle.h"

extern double __enzyme_autodiff2(double (*)(double), double);
extern double my_prefix__enzyme_autodiff_of_mine(void *, double);
extern double __enzyme_fwddiff_tangent(double (*)(double), double, double);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    CHECK(__enzyme_autodiff2(f, 3.0), 6);
    CHECK(my_prefix__enzyme_autodiff_of_mine((void *)f, 4.0), 8);
    CHECK(__enzyme_fwddiff_tangent(f, 5.0, 1.0), 10);
    return oracle_result();
}

#include <stdio.h>

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return x * x * x * x;
}
static double f1(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double f2(double x)
{
    return __enzyme_fwddiff((void *)f1, x, 1.0);
}
static double f3(double x)
{
    return __enzyme_autodiff((void *)f2, x);
}

int main(void)
{
    printf("%g %g %g %g\n", f(2), f1(2), f2(2), f3(2));
}

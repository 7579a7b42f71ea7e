#include <stdio.h>

extern int enzyme_byref, enzyme_out;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    double x = 3;
    printf("%g\n", __enzyme_autodiff((void *)square, enzyme_byref, (long)sizeof x, enzyme_out, &x));
}

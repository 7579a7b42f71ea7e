/* Printing active values is allowed. */
#include <stdio.h>

extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    printf("%g\n", x);
    return x * x;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)f, 2.0));
    return 0;
}

#include <stdio.h>

double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)square, 3.0));
}

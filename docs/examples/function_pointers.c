#include <math.h>
#include <stdio.h>

extern int enzyme_const;
double __enzyme_autodiff(void *, ...);

typedef double scalar_fn(double);

static double cube(double x)
{
    return x * x * x;
}
static double half(double x)
{
    return x / 2;
}
static scalar_fn *const table[] = {cube, half, sin};

static double compose(scalar_fn *outer, scalar_fn *inner, double x)
{
    return outer(inner(x));
}
static double from_table(int i, double x)
{
    return table[i](x);
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)compose, enzyme_const, cube, enzyme_const, half, 4.0));
    for (int i = 0; i < 3; i++)
        printf("%g\n", __enzyme_autodiff((void *)from_table, i, 2.0));

    /* A library function is a target like any other. */
    printf("%g\n", __enzyme_autodiff((void *)exp, 0.0));
}

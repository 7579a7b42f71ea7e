#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

/* Rounding has derivative zero almost everywhere; here the gradient passes straight through. */
double straight_reverse(double x, double seed);
__attribute__((enzyme("gradient", straight_reverse))) double straight_round(double x);
double straight_round(double x)
{
    return round(x);
}
double straight_reverse(double x, double seed)
{
    (void)x;
    return seed;
}

/* A table with interpolation, differentiated like the function it stands for. */
__attribute__((enzyme_function_like("sin"))) double table_sine(double x);
double table_sine(double x)
{
    return floor(sin(x) * 1000) / 1000;
}

__attribute__((enzyme_inactive)) static void report(double x)
{
    printf("at %.2f\n", x);
}

static double f(double x)
{
    report(x);
    return straight_round(10 * x) + table_sine(x);
}

int main(void)
{
    printf("%.6f\n", __enzyme_autodiff((void *)f, 0.5));
}

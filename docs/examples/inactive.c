#include <stdio.h>

double __enzyme_autodiff(void *, ...);
double __enzyme_call_inactive(void *, ...);

static double calls;

static double count_up(double x)
{
    calls += 1;
    return calls * x;
}

static double f(double x)
{
    printf("x is %g\n", x); /* runs once, in the forward sweep */
    double n = __enzyme_call_inactive((void *)count_up, 1.0);
    return n * x * x;
}

int main(void)
{
    double d = __enzyme_autodiff((void *)f, 3.0);
    printf("%g, called %g time\n", d, calls);
}

#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

/* Differentiated like log in both modes, although it is only about that. */
__attribute__((enzyme_function_like("log"))) double logarithm(double x);
double logarithm(double x)
{
    return 0.43429 * 2.30259 * log(x);
}

static double scaled(double x, double scale)
{
    return scale * logarithm(x / scale);
}

static double cost(double x)
{
    return x * x - scaled(x, 3);
}

int main(void)
{
    printf("%.7f\n", __enzyme_autodiff((void *)cost, 2.0));
}

#include <math.h>
#include <stdio.h>

double __enzyme_error_estimate(void *, ...);

static double direct(double x)
{
    return (1 - cos(x)) / (x * x);
}

static double stable(double x)
{
    double s = sin(x / 2) / x;
    return 2 * s * s;
}

int main(void)
{
    double x = 1e-6; /* as it is: an error of 0 */
    printf("%.10f +- %.0e\n", direct(x), __enzyme_error_estimate((void *)direct, x, 0.0));
    printf("%.10f +- %.0e\n", stable(x), __enzyme_error_estimate((void *)stable, x, 0.0));
    x = 0.5; /* measured, to three digits */
    printf("%.10f +- %.0e\n", stable(x), __enzyme_error_estimate((void *)stable, x, 5e-4));
}

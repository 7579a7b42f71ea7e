#include <math.h>
#include <stdio.h>

double __enzyme_error_estimate(void *, ...);

void enzymeLogError(double result, double error, const char *operation, const char *callee,
                    const char *file, const char *function, const char *place)
{
    printf("%s:%s: %s%s%s in %s: %.3g +- %.0e\n", file, place, operation, *callee ? " " : "",
           callee, function, result, error);
}

static double square(double x)
{
    return x * x;
}

static double direct(double x)
{
    double c = cos(x);
    return (1 - c) / square(x);
}

int main(void)
{
    printf("%.0e\n", __enzyme_error_estimate((void *)direct, 1e-6, 0.0));
}

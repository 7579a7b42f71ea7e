/* Functions that are differentiated like one of the C library, while the primal calls them. */
#include "oracle.h"
#include <math.h>

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

static int calls;
/* a table would stand here */
double fast_sine(double x)
{
    calls++;
    return (float)sin(x);
}
__attribute__((used)) static const struct {
    void *f;
    const char *name;
} __enzyme_function_like_sine = {(void *)fast_sine, "sin"};

__attribute__((enzyme_function_like("pow"))) double power(double x, double y);
double power(double x, double y)
{
    return exp(y * log(x));
}

__attribute__((enzyme_function_like("expf"))) static float fast_exp(float x)
{
    return 1 + x;
}

/* Of other precisions, and with an operand that is no number. */
__attribute__((enzyme_function_like("log1p"))) static float like_float(float x)
{
    return (float)floor(x);
}
__attribute__((enzyme_function_like("log1p"))) static long double like_long(long double x)
{
    return floorl(x);
}
__attribute__((enzyme_function_like("ldexp"))) static double like_scaled(double x, int n)
{
    return floor(x) + n;
}
static double narrow(double x)
{
    return like_float((float)x);
}
static double wide(double x)
{
    return (double)like_long(x);
}
static double scaled(double x, int n)
{
    return like_scaled(x, n);
}

static double f(double x)
{
    return 3 * fast_sine(x);
}
static double g(double x)
{
    return power(x, 2 * x);
}
static double h(double x)
{
    return fast_exp((float)x);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 3 * cos(0.5));
    CHECK_THAT(calls == 1);
    CHECK(__enzyme_fwddiff((void *)f, 0.5, 1.0), 3 * cos(0.5));
    CHECK(__enzyme_autodiff((void *)g, 1.5), pow(1.5, 3) * (2 * log(1.5) + 2));
    CHECK(__enzyme_fwddiff((void *)g, 1.5, 1.0), pow(1.5, 3) * (2 * log(1.5) + 2));
    double r = __enzyme_autodiff((void *)h, 0.5); /* exp(x), or the result in its place */
    CHECK_THAT(fabs(r - exp(0.5)) < 1e-6 || fabs(r - 1.5) < 1e-6);
    CHECK_FLOAT(__enzyme_autodiff((void *)narrow, 1.5), 0.4);
    CHECK(__enzyme_autodiff((void *)wide, 1.5), 0.4);
    CHECK(__enzyme_autodiff((void *)scaled, 1.5, 3), 8);
    CHECK(__enzyme_fwddiff((void *)scaled, 1.5, 1.0, 3), 8);
    return oracle_result();
}

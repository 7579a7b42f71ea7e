/* Functions that the program defines under reserved names are differentiated by the rule of the
 * name, not through their bodies. */
#include "oracle.h"
#include <stdbool.h>

/* derivative of the body: 1 - x^2 / 2, of the rule: cos(x) */
double sin(double x)
{
    return x - x * x * x / 6;
}
double cos(double x)
{
    return 1 - x * x / 2 + x * x * x * x / 24;
}
float expf(float x)
{
    return 1 + x + x * x / 2;
}
/* no prototype of the library: an ordinary function */
double atan2f(double x, int n)
{
    return x * n;
}

static double f(double x)
{
    return sin(x);
}
static double g(double x)
{
    return expf((float)x);
}
static double h(double x)
{
    return atan2f(x, 3);
}

int main(void)
{
    volatile double at = 0.5; /* not folded */
    double x = at;
    CHECK(__enzyme_autodiff((void *)f, x), cos(x));
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0), cos(x));
    CHECK_FLOAT(__enzyme_autodiff((void *)g, x), expf((float)x));
    CHECK(__enzyme_autodiff((void *)h, x), 3);
    return oracle_result();
}

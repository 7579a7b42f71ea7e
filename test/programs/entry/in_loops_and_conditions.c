/* Derivative calls in loops, conditions, initialisers, arguments, returns, with the comma operator.
 */
#include <math.h>
#include <stdbool.h>
#include "oracle.h"

static double g(double x)
{
    return x * x - 2;
}
static double dg(double x)
{
    return __enzyme_autodiff((void *)g, x);
}

static double newton(double x)
{
    while (fabs(g(x)) > 1e-14)
        x -= g(x) / __enzyme_autodiff((void *)g, x);
    return x;
}

static bool rising(double x)
{
    return __enzyme_fwddiff((void *)g, x, 1.0) > 0;
}

int main(void)
{
    double slopes[] = {__enzyme_autodiff((void *)g, 1.0), dg(2), dg(dg(1.5))}, sum = 0;
    CHECK_ARRAY(slopes, ((const double[]){2, 4, 6}), 3);
    CHECK(newton(1), sqrt(2));
    CHECK_THAT(rising(1) && !rising(-1));
    for (double x = 0; __enzyme_autodiff((void *)g, x) < 4; x += 0.5)
        sum = (CHECK_THAT(x < 2), sum + __enzyme_autodiff((void *)g, x));
    CHECK(sum, 0 + 1 + 2 + 3);
    switch ((int)__enzyme_autodiff((void *)g, 2.5)) {
    case 5: CHECK_THAT(true); break;
    default: CHECK_THAT(false);
    }
    CHECK(sum > 1 ? __enzyme_autodiff((void *)g, sum) : __enzyme_autodiff((void *)sqrt, sum), 12);
    return oracle_result();
}

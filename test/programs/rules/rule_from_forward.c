/* A reverse rule that differentiates its own primal in forward mode, where it has no rule: not a
 * cycle. */
#include "oracle.h"
#include <math.h>

double hump(double x)
{
    return 1 / (1 + x * x);
}
double hump_reverse(double x, double seed)
{
    return 10 * seed * __enzyme_fwddiff((void *)hump, x, 1.0);
}
void *__enzyme_register_gradient_hump[] = {(void *)hump, (void *)hump, (void *)hump_reverse};

static double f(double x)
{
    return hump(x * x);
}

int main(void)
{
    double d = -4 * 8 / pow(17, 2);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), d);
    CHECK(__enzyme_autodiff((void *)f, 2.0), 10 * d);
    return oracle_result();
}

/* The derivative of a derivative of a function that reaches a global through a pointer in another
 * one, which the program moves. */
#include "oracle.h"

static double pair[2], *output = pair;

static double through_pointers(double x)
{
    *output = x * x * x;
    return *output * x;
}

static double gradient(double x)
{
    return __enzyme_autodiff((void *)through_pointers, x);
}

int main(void)
{
    double x = 1.1;
    for (int i = 0; i < 2; i++) {
        output = pair + i;
        CHECK(__enzyme_fwddiff((void *)gradient, x, 1.0), 12 * x * x);
        CHECK(__enzyme_autodiff((void *)gradient, x), 12 * x * x);
    }
    return oracle_result();
}

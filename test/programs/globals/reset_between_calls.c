/* What a global holds at entry is a constant for each top-level call. */
#include "oracle.h"

static double memory = 5;

static double f(double x)
{
    double r = memory * x;
    memory = x * x;
    return r;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 5);
    CHECK(memory, 9);
    CHECK(__enzyme_autodiff((void *)f, 4.0), 9);
    CHECK(__enzyme_fwddiff((void *)f, 5.0, 1.0), 16);
    CHECK(__enzyme_fwddiff((void *)f, 6.0, 1.0), 25);
    CHECK(__enzyme_autodiff((void *)f, 7.0), 36);
    return oracle_result();
}

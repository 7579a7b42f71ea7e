/* __enzyme_call_inactive: called as is, without derivative. */
#include "oracle.h"

extern double __enzyme_call_inactive(void *, ...);

static double helper(double x)
{
    return x * x;
}

static double f(double x)
{
    return x * __enzyme_call_inactive((void *)helper, x) + helper(x);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 9 + 6);
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0), 15);
    return oracle_result();
}

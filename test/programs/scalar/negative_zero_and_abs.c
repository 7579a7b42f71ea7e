/* Sign tests around zero: the value of the arm taken decides. */
#include "oracle.h"

static double f(double x)
{
    return x < 0 ? -2 * x : x == 0 ? 7 * x : 3 * x;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, -1.0), -2);
    CHECK(__enzyme_autodiff((void *)f, 1.0), 3);
    CHECK(__enzyme_autodiff((void *)f, 0.0), 7);
    CHECK(__enzyme_autodiff((void *)f, -0.0), 7);
    CHECK(__enzyme_fwddiff((void *)f, -0.0, 1.0), 7);
    return oracle_result();
}

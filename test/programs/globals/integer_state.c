/* Integer globals and static counters stay inactive but steer the computation. */
#include "oracle.h"

static int mode;
static int calls;

static double step(double x)
{
    static int toggle;
    toggle = !toggle;
    calls++;
    return toggle ? x * x : x + mode;
}

static double f(double x)
{
    mode = 3;
    double r = step(step(x));
    mode = 5;
    return step(step(r));
}

int main(void)
{
    /* ((x^2 + 3)^2) + 5 */
    ORACLE_SCALAR_IS(f, 1.5, 4 * 1.5 * (2.25 + 3));
    calls = 0;
    __enzyme_autodiff((void *)f, 1.5);
    CHECK_THAT(calls == 4);
    __enzyme_fwddiff((void *)f, 1.5, 1.0);
    CHECK_THAT(calls == 8);
    return oracle_result();
}

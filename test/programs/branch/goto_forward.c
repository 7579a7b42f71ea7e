/* Jumps over statements and to a common end. */
#include "oracle.h"

static double f(double x)
{
    double r = x;
    if (x > 2)
        goto big;
    r = r * r;
    if (r > 1)
        goto end;
    r += 5 * x;
big:
    r *= x;
end:
    return r + x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 3.0, 7);
    ORACLE_SCALAR_IS(f, 1.5, 4);
    ORACLE_SCALAR_IS(f, 0.5, 3 * 0.25 + 10 * 0.5 + 1);
    return oracle_result();
}

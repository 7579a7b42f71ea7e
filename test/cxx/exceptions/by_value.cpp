// throw of a double, caught by value.
#include "oracle.h"

static double half(double v)
{
    if (v > 1)
        throw v * v;
    return v / 2;
}

static double f(double x)
{
    try {
        return half(x) + 1;
    } catch (double square) {
        return 3 * square * x;
    }
}

int main()
{
    ORACLE_SCALAR_IS(f, 0.5, 0.5);
    ORACLE_SCALAR_IS(f, 1.5, 9 * 1.5 * 1.5);
    return oracle_result();
}

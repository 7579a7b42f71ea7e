/* A loop with a constant trip count. */
#include "oracle.h"

static double f(double x)
{
    double r = 0;
    for (int i = 0; i < 8; i++)
        r = r * x + i;
    return r;
}

int main(void)
{
    double x = 0.7, want = 0, power = 1;
    for (int i = 6; i >= 0; i--, power *= x)
        want += i * power * (7 - i);
    ORACLE_SCALAR_IS(f, x, want);
    return oracle_result();
}

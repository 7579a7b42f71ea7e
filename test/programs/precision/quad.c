/* __float128 arithmetic between doubles. */
#include "oracle.h"

static double f(double x)
{
    __float128 q = (__float128)x * x, r = q * q / (1 + q);
    for (int i = 0; i < 3; i++)
        r = (r + q / r) / 2;
    return (double)(r * x);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    return oracle_result();
}

/* One value used many times: its adjoint is a sum. */
#include "oracle.h"

static double f(double x)
{
    double a = x * x, b = a * a, c = b * a;
    return a + b + c + a * b * c + x;
}

int main(void)
{
    double x = 0.9, x3 = x * x * x;
    ORACLE_SCALAR_IS(f, x, 2 * x + 4 * x3 + 6 * x3 * x * x + 12 * x3 * x3 * x3 * x * x + 1);
    return oracle_result();
}

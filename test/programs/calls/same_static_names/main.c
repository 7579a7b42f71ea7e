/* Two units have a static function and a static variable of the same names. */
#include "oracle.h"

double left(double x);
double right(double x);

static double f(double x)
{
    return left(x) + right(x);
}

int main(void)
{
    /* 2 x^2 + 3 x^3 */
    double x = 1.2;
    ORACLE_SCALAR_IS(f, x, 4 * x + 9 * x * x);
    return oracle_result();
}

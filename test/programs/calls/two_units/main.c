/* The differentiated function calls a function of another unit. */
#include "helper.h"
#include "oracle.h"

static double f(double x)
{
    return helper(x, 3) + helper(x * x, 2);
}

int main(void)
{
    /* helper(x, k) = x^k: x^3 + x^4 */
    double x = 1.2;
    ORACLE_SCALAR_IS(f, x, 3 * x * x + 4 * x * x * x);
    return oracle_result();
}

/* Library calls that fast math turns into intrinsics. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return sin(x) * cos(x) + exp(x) / sqrt(x) + pow(x, 3) + log(x) + tanh(x) + pow(x, 0.5);
}

int main(void)
{
    double x = 0.7;
    ORACLE_SCALAR_IS(f, x,
                     cos(2 * x) + exp(x) / sqrt(x) * (1 - 0.5 / x) + 3 * x * x + 1 / x + 1 -
                         tanh(x) * tanh(x) + 0.5 / sqrt(x));
    return oracle_result();
}

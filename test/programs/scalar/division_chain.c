/* A continued fraction: divisions by active values. */
#include "oracle.h"

static double f(double x)
{
    return 1 / (x + 1 / (x + 1 / (x + 1 / x)));
}

int main(void)
{
    /* With c = 1/x, b = 1/(x+c), a = 1/(x+b), f = 1/(x+a): d' = -d^2 (1 + inner'). */
    double x = 1.2, c = 1 / x, dc = -c * c, b = 1 / (x + c), db = -b * b * (1 + dc);
    double a = 1 / (x + b), da = -a * a * (1 + db), r = 1 / (x + a);
    ORACLE_SCALAR_IS(f, x, -r * r * (1 + da));
    return oracle_result();
}

/* isnan, isfinite, signbit, fpclassify and comparisons decide without derivative. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    double q = x / y, s = 0;
    if (isnan(q) || isinf(q))
        return x + y;
    if (isfinite(log(x)) && !signbit(y))
        s += log(x) * y;
    switch (fpclassify(x - y)) {
    case FP_ZERO: s += 3 * x; break;
    case FP_NORMAL: s += x * x; break;
    default: s += y;
    }
    return isgreater(x, y) ? s * q : islessequal(x, 2 * y) ? s - q : s;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 1.5);
    ORACLE_SCALAR2(f, 1.8, 0.5);
    ORACLE_SCALAR2(f, 0.8, -1.5);
    struct two g = __enzyme_autodiff_2((void *)f, 0.5, 0.0); /* q is infinite and not used */
    CHECK(g.x, 1);
    CHECK(g.y, 1);
    CHECK(__enzyme_fwddiff((void *)f, 0.5, 1.0, 0.0, 1.0), 2);
    return oracle_result();
}

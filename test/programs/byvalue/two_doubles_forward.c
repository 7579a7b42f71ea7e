/* Forward mode with a struct of two doubles and its tangent, both by value. */
#include "oracle.h"

static double f(struct two p, double s)
{
    return p.x * p.x * p.y * s;
}

int main(void)
{
    struct two p = {3, 5}, dp = {1, 10};

    CHECK(__enzyme_fwddiff((void *)f, p, dp, 2.0, 0.0), 2 * (30 + 90));
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, p, dp, enzyme_const, 2.0), 2 * (30 + 90));
    return oracle_result();
}

/* -fenz-check=complex of a function that gets a struct in memory, by value: right derivatives pass,
 * in reverse and in forward mode. */
#include "oracle.h"
#include <stdlib.h>

struct large {
    double v[5], w;
};
static double f(struct large l, double x)
{
    double sum = 0;
    for (int i = 0; i < 5; i++)
        sum += l.v[i] * l.v[i] * x;
    l.w *= sum; /* a copy of f's own */
    return l.w;
}

int main(void)
{
    setenv("ENZCC_CHECK", "all,stop", 1);
    struct large l = {{1, 2, 3, 4, 5}, 0.5}, dl = {{0}, 0};
    double dx = __enzyme_autodiff((void *)f, enzyme_dup, l, &dl, 2.0);
    CHECK(dx, 0.5 * 55);
    CHECK(dl.w, 110);
    CHECK_ARRAY(dl.v, ORACLE_LIST(2, 4, 6, 8, 10), 5);
    struct large t = {{1, 0, 0, 0, 0}, 1};
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, l, t, enzyme_dup, 2.0, 1.0), 110 + 2 + 27.5);
    return oracle_result();
}

/* Arrays of long double copied whole, and in structs beside integers. */
#include <string.h>
#include "oracle.h"

struct item {
    int n;
    long double v;
};

static long double f(long double x)
{
    long double a[3] = {x, x * x, 1}, b[3];
    struct item i = {2, x * 3}, j;
    memcpy(b, a, sizeof b);
    j = i;
    return b[0] * b[1] + j.v * j.n + b[2];
}

int main(void)
{
    /* x^3 + 6 x */
    ORACLE_LONG_IS(f, 0.5L, 3 * 0.25L + 6);
    return oracle_result();
}

/* A loop made of labels and gotos, with a jump back from two places. */
#include "oracle.h"

static double f(double x)
{
    double r = 1;
    int i = 0;
again:
    i++;
    r *= x;
    if (i % 3 == 0) {
        r += x;
        goto again;
    }
    if (i < 7)
        goto again;
    return r;
}

int main(void)
{
    /* After i = 3: x^3 + x; after 6: x^6 + x^4 + x; then once more. */
    double x = 0.9;
    ORACLE_SCALAR_IS(f, x, 7 * x * x * x * x * x * x + 5 * x * x * x * x + 2 * x);
    return oracle_result();
}

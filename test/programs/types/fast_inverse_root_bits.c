/* The bits of a guess come from a table of the exponent, with Newton steps to full precision
 * behind: the guess is a constant. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static double inverse_root(double v)
{
    uint64_t u;
    double e;
    memcpy(&u, &v, sizeof u);
    int exponent = (int)(u >> 52) - 1023;
    uint64_t guess = (uint64_t)(1023 - exponent / 2) << 52;
    memcpy(&e, &guess, sizeof e);
    for (int i = 0; i < 12; i++)
        e = e * (1.5 - 0.5 * v * e * e);
    return e;
}

int main(void)
{
    ORACLE_SCALAR_IS(inverse_root, 1.3, -0.5 / (1.3 * 1.1401754250991379798));
    ORACLE_SCALAR(inverse_root, 0.3);
    return oracle_result();
}

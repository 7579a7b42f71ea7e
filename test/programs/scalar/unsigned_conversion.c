/* Unsigned, 64-bit, short, char and bool round trips. */
#include <stdbool.h>
#include <stdint.h>
#include "oracle.h"

static double f(double x)
{
    unsigned u = (unsigned)(x * 10);
    uint64_t big = (uint64_t)(x * 1e6);
    int64_t sig = -(int64_t)(x * 1e3);
    short s = (short)x;
    unsigned char c = (unsigned char)(x * 2);
    bool b = x > 1;
    return x * u + x * (double)big * 1e-6 + x * (double)sig * 1e-3 + x * s + x * c + x * b;
}

int main(void)
{
    /* x = 2.55: u = 25, s = 2, c = 5, b = 1 */
    double x = 2.5501234;
    ORACLE_SCALAR_IS(f, x, 25 + 2.550123 - 2.550 + 2 + 5 + 1);
    return oracle_result();
}

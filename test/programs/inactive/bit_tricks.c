/* Bit reversal and population counts permute and weigh active data. */
#include <stdint.h>
#include "oracle.h"

static uint32_t reverse(uint32_t v, int bits)
{
    uint32_t r = 0;
    for (int i = 0; i < bits; i++, v >>= 1)
        r = r << 1 | (v & 1);
    return r;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (uint32_t i = 0; i < (uint32_t)n; i++)
        s += x[i] * x[reverse(i, 3)] * (__builtin_popcount(i) + (i >> 2) - (i & 1u ? 0.5 : 0));
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.4, 0.5, 0.7, -0.8, 0.9}), 8);
    return oracle_result();
}

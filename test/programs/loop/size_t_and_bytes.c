/* Unsigned 64-bit and 8-bit counters. */
#include <stddef.h>
#include <stdint.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (size_t i = (size_t)n; i-- > 0;)
        s = s * 0.5 + x[i] * x[i];
    for (uint8_t b = 250; b != 4; b++)
        s += x[b % 3] * 0.01 * b;
    return s * s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.1, 0.4, 1.5}), 4);
    return oracle_result();
}

/* Sign and exponent read from the bits of a double, total order of bits: integers without
 * derivative. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static int64_t bits(double v)
{
    int64_t u;
    memcpy(&u, &v, sizeof u);
    return u;
}
static int is_negative(double v)
{
    return (int)((uint64_t)bits(v) >> 63);
}
static int exponent(double v)
{
    return (int)(bits(v) >> 52 & 0x7ff) - 1023;
}
static int64_t order(double v)
{
    int64_t u = bits(v);
    return u < 0 ? (int64_t)(0x8000000000000000ULL - (uint64_t)u) : u;
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += is_negative(x[i]) ? -2 * x[i] : x[i] * x[i];
        sum += x[i] * exponent(x[i]);
        if (i && order(x[i]) > order(x[i - 1]))
            sum += x[i] * x[i - 1];
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.55, -0.7, 3.9, 0.1}), 4);
    return oracle_result();
}

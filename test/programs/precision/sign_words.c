/* Signs changed in the words of a number, as fdlibm does, and by masks of 64 bits. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

typedef union {
    double value;
    struct {
        uint32_t low, high;
    } parts;
} word;

static double own_copysign(double x, double y)
{
    word a, b;
    a.value = x;
    b.value = y;
    a.parts.high = (a.parts.high & 0x7fffffff) | (b.parts.high & 0x80000000);
    return a.value;
}

static double own_fabs(double x)
{
    word a;
    a.value = x;
    a.parts.high &= 0x7fffffff;
    return a.value;
}

static double by_masks(double x, double y)
{
    uint64_t a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    a = (a & 0x7fffffffffffffff) | (b & 0x8000000000000000);
    memcpy(&x, &a, sizeof a);
    return x;
}

static double f(double x)
{
    return own_copysign(x * x, x) + own_fabs(x) * x;
}
static double g(double x, double y)
{
    return by_masks(x, y) * y;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    ORACLE_SCALAR(f, -0.7);
    ORACLE_SCALAR2(g, 0.7, -0.4);
    ORACLE_SCALAR2(g, -0.7, -0.4);
    return oracle_result();
}

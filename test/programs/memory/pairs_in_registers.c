/* Two floats at a time travel through integer registers: small copies, swapped
 * halves, a struct of two floats behind a union, absolute values by masks. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

union pair {
    struct {
        float low, high;
    } f;
    uint64_t bits;
};

static float moved(float *x, int n)
{
    memmove(x + 1, x, 2 * sizeof *x);
    return x[n] * x[n + 1];
}

static float swapped(float a, float b)
{
    union pair p = {.f = {a * a, b}}, q;
    q.bits = p.bits >> 32 | p.bits << 32;
    return q.f.low * q.f.low * q.f.high;
}

static float joined(float a, float b)
{
    uint32_t low, high;
    union pair p;
    float product = a * b;
    memcpy(&low, &product, sizeof low);
    memcpy(&high, &b, sizeof high);
    p.bits = (uint64_t)(high & 0x7fffffff) << 32 | low;
    return p.f.low * p.f.high;
}

struct pair_gradient {
    float a, b;
};

struct gradient {
    double a, b;
};

typedef double two __attribute__((vector_size(16)));
typedef int64_t two_words __attribute__((vector_size(16)));

static double magnitudes(double a, double b)
{
    two x = {a, b * b};
    two_words mask = {INT64_MAX, -1};
    two y = (two)((two_words)x & mask);
    return y[0] * y[1];
}

int main(void)
{
    float x[4] = {2, 3, 5, 7}, dx[4] = {0};
    extern struct pair_gradient __enzyme_autodiff_pair(void *, ...);
    extern struct gradient __enzyme_autodiff_gradient(void *, ...);
    extern float __enzyme_fwddiff_float(void *, ...);

    __enzyme_autodiff((void *)moved, x, dx, enzyme_const, 1); /* x0 x1 */
    CHECK_FLOAT(dx[0], 3);
    CHECK_FLOAT(dx[1], 2);
    CHECK_FLOAT(dx[2], 0);
    struct pair_gradient g = __enzyme_autodiff_pair((void *)swapped, 2.0f, 3.0f); /* b^2 a^2 */
    CHECK_FLOAT(g.a, 36);
    CHECK_FLOAT(g.b, 24);
    CHECK_FLOAT(__enzyme_fwddiff_float((void *)swapped, 2.0f, 1.0f, 3.0f, 0.0f), 36);
    g = __enzyme_autodiff_pair((void *)joined, 2.0f, -3.0f); /* a b |b| */
    CHECK_FLOAT(g.a, -9);
    CHECK_FLOAT(g.b, 12);
    CHECK_FLOAT(__enzyme_fwddiff_float((void *)joined, 2.0f, 0.0f, -3.0f, 1.0f), 12);
    struct gradient d = __enzyme_autodiff_gradient((void *)magnitudes, -2.0, 3.0); /* |a| b^2 */
    CHECK(d.a, -9);
    CHECK(d.b, 12);
    CHECK(__enzyme_fwddiff((void *)magnitudes, -2.0, 1.0, 3.0, 0.0), -9);
    return oracle_result();
}

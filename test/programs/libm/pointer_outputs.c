/* frexp, modf, remquo, sincos write results through pointers, in three precisions; into arrays and
 * structures. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

struct split {
    int exponent, quotient;
    double whole, sine[2];
};

static double f(double x, double y)
{
    struct split s;
    double mantissa = frexp(x * y, &s.exponent), fraction = modf(3 * x, &s.whole),
           rest = remquo(x, y, &s.quotient);
    sincos(x * y, &s.sine[0], &s.sine[1]);
    return ldexp(mantissa, s.exponent) * s.sine[0] + fraction * s.sine[1] + rest * s.quotient +
           s.whole * y;
}
static float g(float x)
{
    int e;
    float w, s, c, m = frexpf(x, &e), r = modff(3 * x, &w);
    sincosf(x, &s, &c);
    return ldexpf(m, e) * s + r * c + w;
}
static long double h(long double x)
{
    int e;
    long double w, s, c, m = frexpl(x, &e), r = modfl(3 * x, &w);
    sincosl(x, &s, &c);
    return ldexpl(m, e) * s + r * c + w;
}

int main(void)
{
    double x = 0.75, want = sin(x) + x * cos(x) + 3 * cos(x) - 0.25 * sin(x);
    ORACLE_SCALAR2(f, 1.3, 0.4);
    ORACLE_SCALAR2(f, -2.3, 0.7);
    ORACLE_FLOAT_IS(g, 0.75f, want);
    ORACLE_LONG_IS(h, 0.75L, want);
    return oracle_result();
}

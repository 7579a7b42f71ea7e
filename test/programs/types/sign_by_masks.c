/* fabs, copysign and negation written as masks on the bits. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

#define SIGN 0x8000000000000000ULL

static double masked(double v, uint64_t and, uint64_t xor)
{
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    u = (u & and) ^ xor;
    memcpy(&v, &u, sizeof v);
    return v;
}

static double magnitude(double v)
{
    return masked(v, ~SIGN, 0);
}
static double negated(double v)
{
    return masked(v, ~0ULL, SIGN);
}

static double copied_sign(double v, double s)
{
    uint64_t a, b;
    memcpy(&a, &v, 8);
    memcpy(&b, &s, 8);
    a = (a & ~SIGN) | (b & SIGN);
    memcpy(&v, &a, 8);
    return v;
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += magnitude(x[i]) * (i + 1) + negated(x[i] * x[i]) +
               copied_sign(x[i] * x[0], x[n - 1 - i]);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, -1.1}), 4);
    return oracle_result();
}

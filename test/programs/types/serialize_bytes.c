/* Numbers written to and read from a byte stream by shifts, least significant byte first. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static unsigned char *put(unsigned char *p, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    for (int k = 0; k < 8; k++)
        *p++ = (unsigned char)(bits >> (8 * k));
    return p;
}

static const unsigned char *get(const unsigned char *p, double *v)
{
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= (uint64_t)*p++ << (8 * k);
    memcpy(v, &bits, sizeof bits);
    return p;
}

static double f(const double *x, int n)
{
    unsigned char buffer[64], *w = buffer;
    const unsigned char *r = buffer;
    double sum = 0;
    for (int i = 0; i < n; i++)
        w = put(w, x[i] * x[i]);
    for (int i = 0; i < n; i++) {
        double v;
        r = get(r, &v);
        sum += v * x[n - 1 - i];
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

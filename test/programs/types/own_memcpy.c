/* A hand-written memcpy over char pointers. */
#include <stddef.h>
#include "oracle.h"

static void *copy(void *dst, const void *src, size_t n)
{
    unsigned char *d = dst;
    const unsigned char *s = src;
    while (n--)
        *d++ = *s++;
    return dst;
}

struct point {
    double x, y;
    int id;
};

static double f(const double *x, int n)
{
    double y[8], z[8];
    struct point p = {x[0], x[1] * x[2], 7}, q;
    copy(y, x, (size_t)n * sizeof *x);
    y[0] *= y[1];
    copy(z, y, sizeof y);
    copy(&q, &p, sizeof p);
    return z[0] * z[2] + y[3] * z[3] + x[0] * q.y * q.x + q.id;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

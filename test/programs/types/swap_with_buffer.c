/* Exchanging records through a temporary buffer of bytes, chunk by chunk. */
#include <string.h>
#include "oracle.h"

static void swap(void *a, void *b, size_t n)
{
    unsigned char t[16];
    for (unsigned char *p = a, *q = b; n;) {
        size_t m = n < sizeof t ? n : sizeof t;
        memcpy(t, p, m);
        memcpy(p, q, m);
        memcpy(q, t, m);
        p += m;
        q += m;
        n -= m;
    }
}

struct item {
    double a, b;
    int key;
    double c;
};

static double f(const double *x, int n)
{
    struct item i[2] = {{x[0], x[1], 1, x[2]}, {x[1] * x[2], x[0], 2, x[3]}};
    swap(&i[0], &i[1], sizeof *i);
    return i[0].a * i[0].key + i[0].b * i[1].c + i[1].a * i[1].b * i[1].key * i[0].c;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

/* A number travels through 160 integers in global memory, one copy after the other. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

#define FOUR(X, n)    X(n##0) X(n##1) X(n##2) X(n##3)
#define SIXTEEN(X, n) FOUR(X, n##a) FOUR(X, n##b) FOUR(X, n##c) FOUR(X, n##d)
#define HALF(X, n)    SIXTEEN(X, n##a) SIXTEEN(X, n##b) SIXTEEN(X, n##c) SIXTEEN(X, n##d)
#define ALL(X)        HALF(X, a) HALF(X, b) SIXTEEN(X, c) SIXTEEN(X, d)

#define DEFINE(n) static int64_t g##n;
#define PASS(n)                                                                                    \
    if (limit > __LINE__ % 3)                                                                      \
        memcpy(&g##n, from, 8);                                                                    \
    from = &g##n;

ALL(DEFINE)

static double f(const double *x, int limit)
{
    const void *from = x;
    double y;
    ALL(PASS)
    memcpy(&y, from, 8);
    return y * y * x[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -0.4, 1.1}), 3);
    return oracle_result();
}

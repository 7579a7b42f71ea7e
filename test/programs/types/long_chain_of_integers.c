/* A number travels through 160 integers in global memory, one copy after the other. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define ALL(X)                                                                                     \
    TEN(X, 0)                                                                                      \
    TEN(X, 1)                                                                                      \
    TEN(X, 2)                                                                                      \
    TEN(X, 3)                                                                                      \
    TEN(X, 4) TEN(X, 5) TEN(X, 6) TEN(X, 7) TEN(X, 8) TEN(X, 9) TEN(X, a) TEN(X, b) TEN(X, c)      \
        TEN(X, d) TEN(X, e) TEN(X, f)

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

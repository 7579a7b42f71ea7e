/* Paths that end the program (exit, abort, assert, own fatal) in the middle of everything. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

static _Noreturn void fatal(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    exit(3);
}

static double checked(const double *x, int n, int i)
{
    if (i < 0 || i >= n)
        fatal("index %d of %d, x[0] = %g\n", i, n, x[0]);
    assert(x[i] == x[i]);
    return x[i];
}

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        double v = checked(x, n, i);
        switch (i % 3) {
        case 0: s += v * v; break;
        case 1: s *= 1 + v; break;
        case 2: s -= v * s * s; break;
        default: abort();
        }
        if (s > 1e12) {
            fprintf(stderr, "overflow: %g\n", s);
            exit(EXIT_FAILURE);
        }
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.5, -0.25, 0.75, 1.2, 0.3};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

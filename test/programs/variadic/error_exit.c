/* fatal() in the way of perl's die: variadic, prints, does not return. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

__attribute__((noreturn, format(printf, 3, 4))) static void fatal(const char *file, int line,
                                                                  const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}
#define REQUIRE(condition, ...) ((condition) ? (void)0 : fatal(__FILE__, __LINE__, __VA_ARGS__))

static double safe_log(double v)
{
    REQUIRE(v > 0, "log of %g", v);
    return log(v);
}

static double f(const double *x, int n)
{
    REQUIRE(n > 1, "n is %d", n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += safe_log(x[i] * x[i] + 1) / x[i];
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 1.5, -2}), 3);
    return oracle_result();
}

/* Variadic functions that compute with active floating-point values: counts, sentinels, mixed
 * types. */
#include <math.h>
#include <stdarg.h>
#include "oracle.h"

static double sum(int count, ...)
{
    va_list args;
    double s = 0;
    va_start(args, count);
    for (int i = 0; i < count; i++)
        s += va_arg(args, double);
    va_end(args);
    return s;
}

static double product_until(double stop, ...)
{
    va_list args;
    double p = 1;
    va_start(args, stop);
    for (double v; (v = va_arg(args, double)) != stop;)
        p *= v;
    va_end(args);
    return p;
}

/* d double, i int, l long double, f float (as double), p pointer to double */
static double evaluate(const char *types, ...)
{
    va_list args, again;
    double s = 0;
    va_start(args, types);
    va_copy(again, args);
    for (const char *t = types; *t; t++)
        switch (*t) {
        case 'd': s += va_arg(args, double) * (double)(t - types + 1); break;
        case 'i': s *= va_arg(args, int); break;
        case 'l': s += (double)sinl(va_arg(args, long double)); break;
        case 'p': s += *va_arg(args, const double *); break;
        }
    va_end(args);
    if (*types == 'd')
        s *= va_arg(again, double);
    va_end(again);
    return s;
}

static double f(const double *x, int n)
{
    return sum(3, x[0], x[1] * x[1], x[2]) *
               product_until(-1.0, x[0], x[1], x[2], x[3], x[0], x[1], x[2], x[3], x[0], -1.0) +
           evaluate("ddilpd", x[0], x[1], 3, (long double)x[2], &x[3], x[2] * x[0]);
}

int main(void)
{
    double x[] = {0.9, 1.2, 0.5, 1.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* Variadic helpers on integers, strings and pointers decide what active code does. */
#include <stdarg.h>
#include <string.h>
#include "oracle.h"

static int largest(int count, ...)
{
    va_list args;
    va_start(args, count);
    int best = 0;
    for (int i = 0; i < count; i++) {
        int v = va_arg(args, int);
        if (i == 0 || v > best)
            best = v;
    }
    va_end(args);
    return best;
}

static int one_of(const char *name, ...)
{
    va_list args;
    int at = 0;
    va_start(args, name);
    for (const char *s; (s = va_arg(args, const char *)) != NULL; at++)
        if (!strcmp(s, name))
            break;
    va_end(args);
    return at;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[largest(3, i - 1, 0, n - 2 - i)];
    switch (one_of("cubic", "linear", "quadratic", "cubic", (char *)NULL)) {
    case 2: s += x[0] * x[0] * x[0]; break;
    default: s += x[0];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 3, 5, 7}), 4);
    return oracle_result();
}

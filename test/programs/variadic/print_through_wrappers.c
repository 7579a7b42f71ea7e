/* Values printed on the way: printf, fprintf, snprintf, puts, sprintf of active floating-point
 * values, with wrapper macros. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

#define DEBUG(...)                                                                                 \
    do {                                                                                           \
        if (debug)                                                                                 \
            fprintf(stderr, __VA_ARGS__);                                                          \
    } while (0)
#define TRACE(v) (snprintf(trace, sizeof trace, #v "=%g", (double)(v)), (v))

static int debug;
static char trace[64];

static double f(double x)
{
    char text[64];
    double y = TRACE(x * x);
    DEBUG("y = %g\n", y);
    int length = sprintf(text, "%.2f;%.2f", x, y);
    printf("%s %zu\n", text, strlen(text));
    fprintf(stdout, "%*.*f|%-8.3e|%Lf\n", 10, 3, y, x * y, (long double)x);
    y *= length; /* a constant as far as derivatives go */
    double parsed = strtod(text, NULL);
    return y * parsed;
}

int main(void)
{
    oracle_capture_begin();
    double d = __enzyme_autodiff((void *)f, 1.5), t = __enzyme_fwddiff((void *)f, 1.5, 1.0);
    const char *out = oracle_capture_end();
    CHECK_THAT(!strcmp(out, "1.50;2.25 9\n     2.250|3.375e+00|1.500000\n1.50;2.25 9\n     "
                            "2.250|3.375e+00|1.500000\n"));
    CHECK(d, 2 * 1.5 * 9 * 1.5);
    CHECK(t, d);
    CHECK_THAT(!strcmp(trace, "x * x=2.25"));
    return oracle_result();
}

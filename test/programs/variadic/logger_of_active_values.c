/* Loggers of one's own: variadic functions that hand active floating-point values to vfprintf and
 * vsnprintf. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static int verbosity = 1, lines;
static char last[128];

__attribute__((format(printf, 2, 3))) static void logf_at(int level, const char *format, ...)
{
    if (level > verbosity)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(last, sizeof last, format, args);
    va_end(args);
    lines++;
}

__attribute__((format(printf, 1, 2))) static int note(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    n += vfprintf(stderr, format, args);
    va_end(args);
    return n;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += exp(x[i]) * x[(i + 1) % n];
        logf_at(1, "step %d: %s %.3f of %g", i, "sum", s, x[i]);
        logf_at(2, "not printed %f", s * s);
    }
    if (note("%s", "") != 0)
        s = 0;
    return s;
}

int main(void)
{
    double x[] = {0.5, 1.0, -0.5}, dx[3] = {0};
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_THAT(lines == 3);
    CHECK_THAT(!strcmp(last, "step 2: sum 0.593 of -0.5"));
    CHECK(dx[0], exp(0.5) * 1.0 + exp(-0.5));
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

/* A variadic logger of the program itself, with levels and a prefix. */
#include <stdarg.h>
#include <stdio.h>
#include "oracle.h"

static int lines;

static void log_message(int level, const char *format, ...)
{
    char text[128];
    va_list args;
    if (level < 1)
        return;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    lines++;
    if (n > 100)
        fprintf(stderr, "%s\n", text);
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i] * x[(i + 1) % n];
        log_message(i % 2, "step %d of %d: s = %.3f, x = %g", i, n, s, x[i]);
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(lines > 0);
    return oracle_result();
}

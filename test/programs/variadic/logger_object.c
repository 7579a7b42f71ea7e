/* A logger that takes the active object and its pointer, returns nothing or a count, and is an
 * operation of a struct. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "oracle.h"

struct log {
    char text[256];
    size_t used;
    int (*vprint)(char *, size_t, const char *, va_list);
};
struct state {
    double x, v;
    struct log *log;
};

static void report(const struct state *s, const char *format, ...)
{
    struct log *l = s->log;
    va_list args;
    va_start(args, format);
    int n = l->vprint(l->text + l->used, sizeof l->text - l->used, format, args);
    va_end(args);
    if (n > 0)
        l->used += (size_t)n;
}

static double f(const double *x, int n)
{
    struct log log = {.vprint = vsnprintf};
    struct state s = {x[0], x[1], &log};
    for (int i = 0; i < 3; i++) {
        s.v -= 0.1 * s.x;
        s.x += 0.1 * s.v;
        report(&s, "%d %.2f ", i, s.x);
    }
    report(&s, "%s", s.x == x[0] ? "same" : "moved");
    return strlen(log.text) > 10 ? s.x * s.v : 0;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.2}), 2);
    return oracle_result();
}

/* Output functions called through pointers in a struct: FILE * sinks, printers. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"

struct sink {
    int (*print)(const char *, ...);
    void (*line)(struct sink *, const char *, double);
    int lines;
};

static void write_line(struct sink *s, const char *name, double v)
{
    s->print("%s %.1f\n", name, v);
    s->lines++;
}

static double f(double x, double y)
{
    struct sink s = {printf, write_line, 0};
    double a = x * y;
    s.line(&s, "a", a);
    double b = a * a + x;
    s.line(&s, "b", b);
    return b * s.lines;
}

int main(void)
{
    oracle_capture_begin();
    struct two g = __enzyme_autodiff_2((void *)f, 2.0, 3.0);
    double t = __enzyme_fwddiff((void *)f, 2.0, 1.0, 3.0, 0.0);
    CHECK_THAT(!strcmp(oracle_capture_end(), "a 6.0\nb 38.0\na 6.0\nb 38.0\n"));
    CHECK(g.x, 2 * (2 * 6 * 3 + 1));
    CHECK(g.y, 2 * (2 * 6 * 2));
    CHECK(t, g.x);
    return oracle_result();
}

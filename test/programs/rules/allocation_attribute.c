/* Allocators as attributes; a free function of one argument. */
#include "oracle.h"
#include <stdlib.h>

static int live, made;
void my_free(void *p)
{
    live--;
    free(p);
}
__attribute__((enzyme("allocation_like", 1, "-1", my_free))) double *my_alloc(int kind,
                                                                              unsigned long bytes)
{
    live++, made++;
    double *p = malloc(bytes);
    for (unsigned long i = 0; i < bytes / sizeof *p; i++)
        p[i] = kind;
    return p;
}

static double f(double x)
{
    double *a = my_alloc(7, 2 * sizeof *a), s = a[1];
    a[0] = x * x;
    a[1] = a[0] * x;
    s += a[0] * a[1];
    my_free(a);
    return s;
}

extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

int main(void)
{
    CHECK(f(2), 7 + 32);
    CHECK(__enzyme_autodiff((void *)f, 2.0), 5 * 16);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 5 * 16);
    CHECK_THAT(live == 0);
    CHECK_THAT(made == 5);
    return oracle_result();
}

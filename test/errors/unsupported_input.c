/* What a scanf with a format made at run time writes is not known. */
#include <stdio.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double f(double *x)
{
    char format[8];
    double before = x[0] * x[0];
    snprintf(format, sizeof format, "%%%s", "lf");
    if (scanf(format, &x[0]) != 1) /* enzcc-error: unsupported */
        return 0;
    return before + x[0];
}

int main(void)
{
    double x = 1, dx = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
    return (int)dx;
}

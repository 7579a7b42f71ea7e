#include <stdio.h>

extern int enzyme_dup, enzyme_const, enzyme_interleave;
double __enzyme_fwddiff(void *, ...);

static double f(double x, double y, double z)
{
    return x * y * z;
}

int main(void)
{
    double t = __enzyme_fwddiff((void *)f, enzyme_dup, 2.0, enzyme_const, 3.0, enzyme_dup, 5.0,
                                enzyme_interleave, 1.0, 10.0);
    printf("%g\n", t);
}

#include <stdio.h>

extern int enzyme_const, enzyme_out, enzyme_dup, enzyme_dupnoneed;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x, double y, int n)
{
    for (int i = 0; i < n; i++)
        x *= y;
    return x;
}

static void times(const double *in, double *out)
{
    *out = *in * *in;
}
void __enzyme_autodiff_times(void *, ...);

int main(void)
{
    /* n is an integer: constant unless marked otherwise. */
    printf("%g\n", __enzyme_autodiff((void *)f, enzyme_const, 2.0, 3.0, 2));
    printf("%g\n", __enzyme_autodiff((void *)f, enzyme_out, 2.0, enzyme_const, 3.0, 2));
    printf("%g\n", __enzyme_fwddiff((void *)f, enzyme_const, 2.0, 3.0, 1.0, 2));

    /* dupnoneed: what the primal writes to `out` is not wanted. */
    double in = 3, d_in = 0, out = 0, d_out = 1;
    __enzyme_autodiff_times((void *)times, enzyme_dup, &in, &d_in, enzyme_dupnoneed, &out, &d_out);
    printf("%g\n", d_in);
}

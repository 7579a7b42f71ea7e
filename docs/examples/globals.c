#include <stdio.h>

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);

static double scratch;
static double scale = 4;
static double weights[2] = {10, 100};

/* A global written and read inside the call carries derivatives. */
static double f(double x)
{
    scratch = x * x;
    return scratch * x + scale;
}

static double weighted(const double *w, double x)
{
    return w[0] * x + weights[1] * x * x;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)f, 2.0));

    /* A global is an input only when its address is an argument; then uses by
     * name count as well. */
    static double d_weights[2];
    double dx = __enzyme_autodiff((void *)weighted, enzyme_dup, weights, d_weights, 3.0);
    printf("%g: %g %g\n", dx, d_weights[0], d_weights[1]);
}

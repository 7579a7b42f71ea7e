#include <stdio.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static double f(const double *x)
{
    return x[0] * x[0] * x[1] + x[1] * x[1] * x[1];
}

/* g += gradient of f at x */
static void gradient(const double *x, double *g)
{
    __enzyme_autodiff((void *)f, enzyme_dup, x, g);
}

int main(void)
{
    double x[2] = {3, 5};
    for (int i = 0; i < 2; i++) {
        /* Forward over reverse: derivative of the gradient along axis i. */
        double dx[2] = {i == 0, i == 1}, g[2] = {0, 0}, h[2] = {0, 0};
        __enzyme_fwddiff((void *)gradient, enzyme_dup, x, dx, enzyme_dup, g, h);
        printf("row %d of the Hessian: %g %g\n", i, h[0], h[1]);
    }
}

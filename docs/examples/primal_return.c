#include <stdio.h>

extern int enzyme_primal_return;
struct value_gradient {
    double value, x, y;
};
struct value_tangent {
    double value, tangent;
};
struct value_gradient __enzyme_autodiff(void *, ...);
struct value_tangent __enzyme_fwddiff(void *, ...);

static double f(double x, double y)
{
    return x * x * y;
}

int main(void)
{
    struct value_gradient g = __enzyme_autodiff((void *)f, enzyme_primal_return, 3.0, 5.0);
    printf("f = %g, df/dx = %g, df/dy = %g\n", g.value, g.x, g.y);

    struct value_tangent t = __enzyme_fwddiff((void *)f, enzyme_primal_return, 3.0, 1.0, 5.0, 1.0);
    printf("f = %g, df = %g\n", t.value, t.tangent);
}

#include <stdio.h>

struct gradient {
    double x, y, z;
};
struct gradient __enzyme_autodiff(void *, ...);
double __enzyme_autodiff_first(void *, ...);

static double f(double x, double y, double z)
{
    return x * x * y + z;
}

int main(void)
{
    struct gradient g = __enzyme_autodiff((void *)f, 3.0, 5.0, 7.0);
    printf("df/dx = %g, df/dy = %g, df/dz = %g\n", g.x, g.y, g.z);

    /* A shorter result takes the first gradients and drops the others. */
    double x = __enzyme_autodiff_first((void *)f, 3.0, 5.0, 7.0);
    printf("df/dx = %g\n", x);
}

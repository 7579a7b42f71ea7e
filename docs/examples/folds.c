#include <stdio.h>

struct gradient {
    double x, y, z;
} __enzyme_autodiff(void *, ...);
double __enzyme_sum(double, ...), __enzyme_product(double, ...);

static double f(double x, double y, double z)
{
    return __enzyme_product(x, y, z, 2.0) + __enzyme_sum(x, y, 10 * z);
}

int main(void)
{
    struct gradient g = __enzyme_autodiff((void *)f, 3.0, 0.0, 5.0);
    printf("%g: %g %g %g\n", f(3, 0, 5), g.x, g.y, g.z);
}

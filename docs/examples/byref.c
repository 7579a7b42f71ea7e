#include <stdio.h>

extern int enzyme_byref, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
struct point {
    double x, y;
} __enzyme_autodiff_point(void *, ...);

static double square(double x)
{
    return x * x;
}
static double area(struct point p, double scale)
{
    return scale * p.x * p.y;
}

int main(void)
{
    double x = 3;
    printf("%g\n", __enzyme_autodiff((void *)square, enzyme_byref, (long)sizeof x, enzyme_out, &x));

    struct point p = {2, 5};
    struct point g = __enzyme_autodiff_point((void *)area, enzyme_byref, (long)sizeof p, enzyme_out,
                                             &p, enzyme_const, 10.0);
    printf("%g %g\n", g.x, g.y);
}

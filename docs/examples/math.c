#include <math.h>
#include <stdio.h>

struct two {
    double x, y;
};
double __enzyme_autodiff(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);

static double largest(double x, double y)
{
    return fmax(x, y);
}
static double smallest(double x, double y)
{
    return fmin(x, y);
}
static double chosen(double x, double y)
{
    return x < y ? y : x;
}
static double magnitude(double x)
{
    return fabs(x);
}
static double power(double x, double y)
{
    return pow(x, y);
}
static double root(double x)
{
    return sqrt(x);
}
static double length(double x, double y)
{
    return hypot(x, y);
}
static double steps(double x)
{
    return floor(x) + 2 * x;
}

static void show(const char *what, struct two g)
{
    printf("%-20s %g %g\n", what, g.x, g.y);
}

int main(void)
{
    show("fmax at a tie", __enzyme_autodiff_two((void *)largest, 2.0, 2.0));
    show("fmin at a tie", __enzyme_autodiff_two((void *)smallest, 2.0, 2.0));
    show("x < y ? y : x", __enzyme_autodiff_two((void *)chosen, 2.0, 2.0));
    show("fmax(NaN, 1)", __enzyme_autodiff_two((void *)largest, NAN, 1.0));
    show("pow(0, 2)", __enzyme_autodiff_two((void *)power, 0.0, 2.0));
    show("hypot(0, 0)", __enzyme_autodiff_two((void *)length, 0.0, 0.0));
    printf("%-20s %g\n", "fabs at 0", __enzyme_autodiff((void *)magnitude, 0.0));
    printf("%-20s %g\n", "sqrt at 0", __enzyme_autodiff((void *)root, 0.0));
    printf("%-20s %g\n", "floor(x) + 2 x", __enzyme_autodiff((void *)steps, 1.5));
}

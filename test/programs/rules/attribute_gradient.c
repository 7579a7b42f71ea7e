/* Reverse rules as attributes of the primal's declaration. The factor 10 shows that the rule is
 * used. */
#include "oracle.h"
#include <math.h>

extern double __enzyme_autodiff(void *, ...);

struct pair {
    double value, shadow;
};
struct pair wave_augmented(double x)
{
    return (struct pair){sin(x), 0};
}
double wave_reverse(double x, double seed)
{
    return 10 * cos(x) * seed;
}
__attribute__((enzyme("augment", wave_augmented), enzyme("gradient", wave_reverse))) double
wave(double x);
double wave(double x)
{
    return sin(x);
}

/* a gradient alone: the primal itself runs in the forward sweep */
__attribute__((used)) static double cube_reverse(double x, double seed)
{
    return 30 * x * x * seed;
}
__attribute__((enzyme("gradient", cube_reverse))) static double cube(double x)
{
    return x * x * x;
}

static double f(double x)
{
    return wave(x) * x;
}
static double g(double x)
{
    return cube(cube(x)) + x;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 0.7), 10 * cos(0.7) * 0.7 + sin(0.7));
    CHECK(__enzyme_autodiff((void *)g, 1.1), 900 * pow(1.331, 2) * 1.21 + 1);
    CHECK(__enzyme_autodiff((void *)cube, 2.0), 120);
    return oracle_result();
}

/* Second derivatives through rules: rule functions are ordinary code and can be differentiated,
 * also on their own. */
#include "oracle.h"
#include <math.h>

double cube(double x)
{
    return x * x * x;
}
double cube_augmented(double x)
{
    return x * x * x;
}
double cube_reverse(double x, double seed)
{
    return 3 * x * x * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                           (void *)cube_reverse};

static double f(double x)
{
    return cube(x) * sin(x);
}
static double df(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double second(double x)
{
    return 6 * x * sin(x) + 6 * x * x * cos(x) - x * x * x * sin(x);
}

int main(void)
{
    double x = 0.8;
    CHECK(df(x), 3 * x * x * sin(x) + x * x * x * cos(x));
    CHECK(__enzyme_fwddiff((void *)df, x, 1.0), second(x));
    CHECK(__enzyme_autodiff((void *)df, x), second(x));
    CHECK(__enzyme_fwddiff((void *)cube_reverse, x, 1.0, 2.0, 0.0), 12 * x);
    return oracle_result();
}

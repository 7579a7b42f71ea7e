/* Rules for a function of another unit, with parts of their own in a static function. */
#include "units.h"
#include <math.h>

static double slope(double x)
{
    return exp(-x);
}
static double augmented(double x)
{
    return saturate(x);
}
static double reverse(double x, double seed)
{
    return seed * slope(x);
}
struct pair {
    double value, tangent;
};
static struct pair forward(double x, double dx)
{
    return (struct pair){saturate(x), dx * slope(x)};
}

void *__enzyme_register_gradient_saturate[] = {(void *)saturate, (void *)augmented,
                                               (void *)reverse};
__attribute__((used)) static void *__enzyme_register_derivative_saturate[] = {(void *)saturate,
                                                                              (void *)forward};

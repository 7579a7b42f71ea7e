/* A rule for a function of the C library stands before the one that is built in. */
#include "oracle.h"
#include <math.h>

double cbrt_augmented(double x)
{
    return cbrt(x);
}
double cbrt_reverse(double x, double seed)
{
    return 10 * seed;
}
void *__enzyme_register_gradient_cbrt[] = {(void *)cbrt, (void *)cbrt_augmented,
                                           (void *)cbrt_reverse};

double pow_augmented(double x, double y)
{
    return pow(x, y);
}
struct grad {
    double x, y;
};
struct grad pow_reverse(double x, double y, double seed)
{
    return (struct grad){20 * seed, 30 * seed};
}
void *__enzyme_register_gradient_pow[] = {(void *)pow, (void *)pow_augmented, (void *)pow_reverse};

static double f(double x)
{
    return cbrt(x) + 2;
}
static double g(double x)
{
    return pow(x, 2) + pow(x, 0.5);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 8.0), 10);
    CHECK(__enzyme_autodiff((void *)g, 9.0), 40);
    CHECK(__enzyme_fwddiff((void *)f, 8.0, 1.0), 1.0 / 12);
    return oracle_result();
}

/* Forward over reverse and reverse over forward, with a rule for each mode. */
#include "oracle.h"
#include <math.h>

struct pair {
    double value, tangent;
};
double wave(double x)
{
    return sin(2 * x);
}
double wave_augmented(double x)
{
    return sin(2 * x);
}
double wave_reverse(double x, double seed)
{
    return 2 * cos(2 * x) * seed;
}
struct pair wave_forward(double x, double dx)
{
    return (struct pair){sin(2 * x), 2 * cos(2 * x) * dx};
}
void *__enzyme_register_gradient_wave[] = {(void *)wave, (void *)wave_augmented,
                                           (void *)wave_reverse};
void *__enzyme_register_derivative_wave[] = {(void *)wave, (void *)wave_forward};

static double f(double x)
{
    return wave(x) * wave(x);
}
static double reverse(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double forward(double x)
{
    return __enzyme_fwddiff((void *)f, x, 1.0);
}

int main(void)
{
    double x = 0.3, want = 8 * cos(4 * x);
    CHECK(reverse(x), 2 * sin(4 * x));
    CHECK(forward(x), 2 * sin(4 * x));
    CHECK(__enzyme_fwddiff((void *)reverse, x, 1.0), want);
    CHECK(__enzyme_autodiff((void *)reverse, x), want);
    CHECK(__enzyme_fwddiff((void *)forward, x, 1.0), want);
    CHECK(__enzyme_autodiff((void *)forward, x), want);
    return oracle_result();
}

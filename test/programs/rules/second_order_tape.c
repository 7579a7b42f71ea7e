/* Second derivatives through rules that keep a tape: a number, and a block of their own. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

struct kept {
    double tape, value, shadow;
};
double grow(double x)
{
    return exp(x);
}
struct kept grow_augmented(double x)
{
    double y = exp(x);
    return (struct kept){y, y, 0};
}
double grow_reverse(double x, double seed, double y)
{
    return seed * y;
}
void *__enzyme_register_gradient_grow[] = {(void *)grow, (void *)grow_augmented,
                                           (void *)grow_reverse};

struct taped {
    double *tape;
    double value;
};
double wave(double x)
{
    return sin(x) * x;
}
struct taped wave_augmented(double x)
{
    double *t = malloc(2 * sizeof *t);
    t[0] = sin(x);
    t[1] = cos(x);
    return (struct taped){t, t[0] * x};
}
double wave_reverse(double x, double seed, double *t)
{
    double g = seed * (t[0] + t[1] * x);
    free(t);
    return g;
}
void *__enzyme_register_gradient_wave[] = {(void *)wave, (void *)wave_augmented,
                                           (void *)wave_reverse};

static double f(double x)
{
    return grow(x) * x;
}
static double df(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double g(double x)
{
    for (int i = 0; i < 2; i++)
        x = wave(x);
    return x;
}
static double dg(double x)
{
    return __enzyme_autodiff((void *)g, x);
}

int main(void)
{
    double x = 0.8, h = 1e-4;
    CHECK(df(x), exp(x) * (x + 1));
    CHECK(__enzyme_fwddiff((void *)df, x, 1.0), exp(x) * (x + 2));
    CHECK(__enzyme_autodiff((void *)df, x), exp(x) * (x + 2));
    double second = (dg(x + h) - dg(x - h)) / (2 * h);
    CHECK_TOL(__enzyme_fwddiff((void *)dg, x, 1.0), second, 1e-6);
    CHECK_TOL(__enzyme_autodiff((void *)dg, x), second, 1e-6);
    return oracle_result();
}

/* The body of a function with a rule is not looked into: it may be a stub that only marks a place.
 */
#include "oracle.h"

extern void __enzyme_autodiff_v(void *, ...);
extern int enzyme_dup;

/* identity with a gradient that is cut off at 1: nothing in the body says so */
static double clip(double x)
{
    return x;
}
static double clip_augmented(double x)
{
    return x;
}
static double clip_reverse(double x, double seed)
{
    return seed > 1 ? 1 : seed < -1 ? -1 : seed;
}
__attribute__((used)) static void *__enzyme_register_gradient_clip[] = {
    (void *)clip, (void *)clip_augmented, (void *)clip_reverse};

/* always 0; the augmented function returns the real value */
static double draw(double x)
{
    return 0;
}
static double draw_augmented(double x)
{
    return 3 * x;
}
static double draw_reverse(double x, double seed)
{
    return 3 * seed;
}
__attribute__((used)) static void *__enzyme_register_gradient_draw[] = {
    (void *)draw, (void *)draw_augmented, (void *)draw_reverse};

/* nothing at all: gradients are counted on the way back */
static double traffic;
static void watch(double *x)
{
}
static void watch_augmented(double *x, double *dx)
{
}
static void watch_reverse(double *x, double *dx)
{
    traffic += *dx;
}
__attribute__((used)) static void *__enzyme_register_gradient_watch[] = {
    (void *)watch, (void *)watch_augmented, (void *)watch_reverse};

static double f(double x)
{
    return 100 * clip(x) + 0.5 * clip(x);
}
static double g(double x)
{
    return draw(x) * x;
}
static double h(double x)
{
    double y = x * x;
    watch(&y);
    return 5 * y;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 1.5);
    CHECK(__enzyme_autodiff((void *)g, 3.0), 18);
    CHECK(__enzyme_autodiff((void *)h, 3.0), 30);
    CHECK(traffic, 5);
    return oracle_result();
}

/* A header-only function with its rule, which every unit registers. */
#include <math.h>

static inline double smooth_abs(double x)
{
    return fabs(x);
}
static double smooth_abs_augmented(double x)
{
    return fabs(x);
}
static double smooth_abs_reverse(double x, double seed)
{
    return seed * tanh(10 * x);
}
__attribute__((used)) static void *__enzyme_register_gradient_smooth_abs[] = {
    (void *)smooth_abs, (void *)smooth_abs_augmented, (void *)smooth_abs_reverse};

/* an ordinary function of another unit, with a rule that is a static function of the header */
double external(double x);
static double external_augmented(double x)
{
    return external(x);
}
static double external_reverse(double x, double seed)
{
    return 7 * seed;
}
__attribute__((used)) static void *__enzyme_register_gradient_external[] = {
    (void *)external, (void *)external_augmented, (void *)external_reverse};

double shared_reverse(double x, double seed);
__attribute__((enzyme("gradient", shared_reverse))) double shared(double x);

/* A header-only function with its rule, which every unit registers. */
#include <math.h>

static inline double smooth_abs(double x) { return fabs(x); }
static double smooth_abs_augmented(double x) { return fabs(x); }
static double smooth_abs_reverse(double x, double seed) { return seed * tanh(10 * x); }
__attribute__((used)) static void *__enzyme_register_gradient_smooth_abs[] = {
    (void *)smooth_abs, (void *)smooth_abs_augmented, (void *)smooth_abs_reverse};

double shared_reverse(double x, double seed);
__attribute__((enzyme("gradient", shared_reverse))) double shared(double x);

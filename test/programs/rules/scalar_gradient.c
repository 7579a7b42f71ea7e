/* A reverse rule registered by a global: {primal, augmented, reverse}. The factor 10 shows that the
 * rule is used. */
#include "oracle.h"

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

double square(double x)
{
    return x * x;
}
double square_augmented(double x)
{
    return x * x;
}
double square_reverse(double x, double seed)
{
    return 10 * 2 * x * seed;
}

void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

static double sum(double x)
{
    return square(x) + 3 * x;
}
static double twice(double x)
{
    return square(square(x));
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)square, 3.0), 60);
    CHECK(__enzyme_autodiff((void *)sum, 3.0), 63);
    CHECK(__enzyme_autodiff((void *)twice, 3.0), 10 * 2 * 9.0 * 60);
    CHECK(__enzyme_fwddiff((void *)sum, 3.0, 1.0),
          9); /* forward mode has no rule: the body counts */
    return oracle_result();
}

/* Rules inside rules: the primal of one rule calls a function with another, and so does a rule
 * function. */
#include "oracle.h"
#include <math.h>

static int inner_reversed;
double inner(double x)
{
    return x * x;
}
double inner_reverse(double x, double seed)
{
    inner_reversed++;
    return 2 * x * seed;
}
void *__enzyme_register_gradient_inner[] = {(void *)inner, (void *)inner, (void *)inner_reverse};

/* an outer function whose rule covers the call of the inner one */
double outer(double x)
{
    return exp(inner(x));
}
double outer_augmented(double x)
{
    return outer(x);
}
double outer_reverse(double x, double seed)
{
    return seed * outer(x) * inner_reverse(x, 1);
}
void *__enzyme_register_gradient_outer[] = {(void *)outer, (void *)outer_augmented,
                                            (void *)outer_reverse};

static double f(double x)
{
    return outer(x) + inner(x);
}
static double g(double x)
{
    return inner(inner(x));
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), exp(0.25) + 1);
    CHECK_THAT(inner_reversed == 2);
    CHECK(__enzyme_autodiff((void *)g, 1.5), 4 * 1.5 * 1.5 * 1.5);
    CHECK_THAT(inner_reversed == 4);
    ORACLE_SCALAR(f, 0.5);
    return oracle_result();
}

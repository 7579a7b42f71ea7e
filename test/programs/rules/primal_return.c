/* The primal's result may be asked for beside the gradient. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

struct two_doubles {
    double value, grad;
};
extern struct two_doubles __enzyme_autodiff_pair(void *, ...), __enzyme_fwddiff_pair(void *, ...);
extern int enzyme_primal_return;

struct kept {
    double *tape;
    double value, shadow;
};
double grow(double x)
{
    return exp(x);
}
struct kept grow_augmented(double x)
{
    struct kept k = {malloc(sizeof(double)), exp(x), 0};
    *k.tape = k.value;
    return k;
}
double grow_reverse(double x, double seed, double *tape)
{
    double g = 10 * seed * *tape;
    free(tape);
    return g;
}
struct two_doubles grow_forward(double x, double dx)
{
    return (struct two_doubles){exp(x), 10 * dx * exp(x)};
}
void *__enzyme_register_gradient_grow[] = {(void *)grow, (void *)grow_augmented,
                                           (void *)grow_reverse};
void *__enzyme_register_derivative_grow[] = {(void *)grow, (void *)grow_forward};

static double f(double x)
{
    return grow(x) + 1;
}

int main(void)
{
    struct two_doubles r = __enzyme_autodiff_pair((void *)grow, enzyme_primal_return, 0.5);
    CHECK(r.value, exp(0.5));
    CHECK(r.grad, 10 * exp(0.5));
    r = __enzyme_autodiff_pair((void *)f, enzyme_primal_return, 0.5);
    CHECK(r.value, exp(0.5) + 1);
    CHECK(r.grad, 10 * exp(0.5));
    r = __enzyme_fwddiff_pair((void *)f, enzyme_primal_return, 0.5, 1.0);
    CHECK(r.value, exp(0.5) + 1);
    CHECK(r.grad, 10 * exp(0.5));
    return oracle_result();
}

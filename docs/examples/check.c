#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

/* A rule with a slip: the derivative of sqrt(1 + x^2) is x / sqrt(1 + x^2). */
double norm(double x)
{
    return sqrt(1 + x * x);
}
double norm_augmented(double x)
{
    return sqrt(1 + x * x);
}
double norm_reverse(double x, double seed)
{
    return seed / sqrt(1 + x * x);
}
void *__enzyme_register_gradient_norm[] = {(void *)norm, (void *)norm_augmented,
                                           (void *)norm_reverse};

static double f(double x)
{
    return norm(x) * x;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)f, 2.0));
}

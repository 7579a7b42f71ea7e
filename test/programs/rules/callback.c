/* A function with a rule, called through a pointer. */
#include "oracle.h"

double square(double x)
{
    return x * x;
}
double square_reverse(double x, double seed)
{
    return 20 * x * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square,
                                             (void *)square_reverse};

static double cube(double x)
{
    return x * x * x;
}
static double apply(double (*f)(double), double x)
{
    return f(x) * x;
}
static double both(double x, int which)
{
    double (*table[2])(double) = {square, cube};
    return apply(table[which], x);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)both, 2.0, 0), 40 * 2 + 4);
    CHECK(__enzyme_autodiff((void *)both, 2.0, 1), 32);
    return oracle_result();
}

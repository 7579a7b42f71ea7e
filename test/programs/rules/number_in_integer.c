/* A forward rule of a function that takes a union, which goes into a register as an integer: what
 * it gets beside it has the bits of the tangent. An integer beside that one repeats itself. */
#include "oracle.h"

extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

union number {
    double value;
    long bits;
};
struct pair {
    double value, tangent;
};

__attribute__((noinline)) double scaled_square(union number v, long n)
{
    return v.value * v.value * (double)n;
}
struct pair scaled_square_forward(union number v, union number dv, long n, long dn)
{
    double twice = n == dn ? 2 : 1000;
    return (struct pair){v.value * v.value * (double)n, twice * v.value * dv.value * (double)n};
}
void *__enzyme_register_derivative_scaled_square[] = {(void *)scaled_square,
                                                      (void *)scaled_square_forward};

static double f(const double *x)
{
    union number v = {.value = 2 * x[0] + x[1]};
    return scaled_square(v, 3) * x[1];
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {1, 10};
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, x, dx), (2 * 3 * 11 * 5) * 12 + 3 * 121 * 10);
    return oracle_result();
}

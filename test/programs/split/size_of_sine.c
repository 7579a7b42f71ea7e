/* The typed tape of code without loops holds what is needed and nothing else: one number for x[0] =
 * sin(x[0]), none for a product of arguments passed by value. */
#include "oracle.h"
#include <math.h>
#include <stddef.h>

extern int enzyme_dup, enzyme_out, enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void sine(double *x)
{
    x[0] = sin(x[0]);
}
static double product(double x, double y)
{
    return x * y;
}

int main(void)
{
    size_t size = __enzyme_augmentsize((void *)sine, enzyme_dup);
    CHECK((double)size, sizeof(double));
    CHECK((double)__enzyme_augmentsize((void *)product, enzyme_out, enzyme_out), 0);
    double x = 2, dx = 3, tape = 0;
    __enzyme_augmentfwd((void *)sine, enzyme_allocated, size, enzyme_tape, &tape, enzyme_dup, &x,
                        &dx);
    CHECK(x, sin(2));
    x = 100; /* memory may change in between */
    __enzyme_reverse((void *)sine, enzyme_allocated, size, enzyme_tape, &tape, enzyme_dup, &x, &dx);
    CHECK(dx, 3 * cos(2));
    return oracle_result();
}

#include <math.h>
#include <stdio.h>

extern int enzyme_dup, enzyme_tape, enzyme_allocated;
unsigned long __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void sine(double *x)
{
    x[0] = sin(x[0]);
}

int main(void)
{
    unsigned long size = __enzyme_augmentsize((void *)sine, enzyme_dup);
    printf("%lu bytes\n", size);

    double x = 0, dx = 2, tape;
    __enzyme_augmentfwd((void *)sine, enzyme_allocated, size, enzyme_tape, &tape, enzyme_dup, &x,
                        &dx);
    x = 100; /* the tape has the value of x that the reverse call needs */
    __enzyme_reverse((void *)sine, enzyme_allocated, size, enzyme_tape, &tape, enzyme_dup, &x, &dx);
    printf("dx = %g\n", dx);
}

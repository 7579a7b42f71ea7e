/* The size reaches the calls through a parameter and a struct: it is compared when the program
 * runs. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

extern int enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct pool {
    size_t size;
    char *memory;
};

static double f(const double *x)
{
    return exp(x[0]) * x[1];
}

__attribute__((noinline)) static double forward(struct pool *p, double *x, double *dx)
{
    return __enzyme_augmentfwd((void *)f, enzyme_allocated, p->size, enzyme_tape, p->memory,
                               enzyme_dup, x, dx);
}

__attribute__((noinline)) static void backward(struct pool *p, double *x, double *dx, double seed)
{
    __enzyme_reverse((void *)f, enzyme_allocated, p->size, enzyme_tape, p->memory, enzyme_dup, x,
                     dx, seed);
}

int main(void)
{
    struct pool p = {__enzyme_augmentsize((void *)f, enzyme_dup) + 8, NULL};
    p.memory = malloc(p.size);
    double x[2] = {0.5, 3}, dx[2] = {0};
    CHECK(forward(&p, x, dx), 3 * exp(0.5));
    backward(&p, x, dx, 2.0);
    CHECK(dx[0], 6 * exp(0.5));
    CHECK(dx[1], 2 * exp(0.5));
    free(p.memory);
    return oracle_result();
}

/* Nothing says what the bytes of a copy are, and the program has numbers of two types: no guess,
 * whatever structs of that size the program has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

struct four_pointers {
    void *a, *b, *c, *d;
};

static double read_one(double *x, float *z, int n)
{
    memmove(x, x + 1, 4 * sizeof *x);
    return x[n] * z[n];
}

static double shift(void *x, int n)
{
    memmove(x, (char *)x + 8, 32); /* enzcc-error: unknown-type */
    return n;
}

int main(int argc, char **argv)
{
    struct four_pointers p = {argv, argv, argv, argv};
    double x[5] = {argc}, dx[5] = {p.b == p.c};
    void *y = malloc(40), *dy = calloc(5, p.a == p.d ? 8 : 0);
    if (fread(y, 8, 5, stdin) != 5)
        return 1;
    float z[5] = {argc}, dz[5] = {0};
    return (int)(__enzyme_autodiff((void *)read_one, x, dx, z, dz, argc) +
                 __enzyme_autodiff((void *)shift, y, dy, argc));
}

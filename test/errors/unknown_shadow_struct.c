/* The pointer is in a struct that a global points to, and the store in a callee; two directions. */
#include <stdlib.h>

struct pair {
    double of[2];
};
extern struct pair __enzyme_fwddiff(void *, ...);
extern int enzyme_width;

struct workspace {
    int n;
    double *values;
};
static struct workspace *space;

__attribute__((noinline)) static void put(double *to, double x)
{
    for (int i = 0; i < 40; i++)
        to[i] = x * x / (i + 1); /* enzcc-error: unknown-shadow */
    if (to[3] > 3)
        exit(1);
}

static double f(double x)
{
    put(space->values, x);
    return space->values[space->n];
}

int main(int argc, char **argv)
{
    (void)argv;
    space = malloc(sizeof *space);
    space->n = argc;
    space->values = (double *)malloc(101 * sizeof(double)) + 1; /* not the start of a block */
    return (int)__enzyme_fwddiff((void *)f, enzyme_width, 2, (double)argc, 1.0, 2.0).of[0];
}

/* Scratch memory inside a block, that a global points to and that the derivative never got: the
 * squares would be lost between the stores and the loads. */
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

static double *work;
static double *seen;
static double *table;

static double f(double x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        seen[i] = x;
        work[i] = x * x * i; /* enzcc-error: unknown-shadow */
    }
    for (int i = 0; i < n; i++)
        sum += work[n - 1 - i] * table[i];
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    work = (double *)malloc(((size_t)argc + 1) * sizeof *work) + 1;
    table = calloc((size_t)argc, sizeof *table);
    seen = malloc((size_t)argc * sizeof *seen);
    return (int)__enzyme_autodiff((void *)f, (double)argc, enzyme_const, argc);
}

/* Scratch memory inside a block, that a global points to and that the derivative never got: in
 * several directions the squares would be lost between the stores and the loads. */
#include <stdlib.h>

struct pair {
    double of[2];
};
extern struct pair __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_width;

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
    return (int)__enzyme_autodiff((void *)f, enzyme_width, 2, (double)argc, enzyme_const, argc)
        .of[0];
}

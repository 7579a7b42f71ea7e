#include <stdlib.h>

extern int enzyme_const, enzyme_width;
struct pair {
    double of[2];
} __enzyme_autodiff(void *, ...);

static double *work;

static double f(double x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        work[i] = x * x * i;
    for (int i = 0; i < n; i++)
        sum += work[n - 1 - i];
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    work = (double *)malloc(((size_t)argc + 1) * sizeof *work) + 1;
    return (int)__enzyme_autodiff((void *)f, enzyme_width, 2, 3.0, enzyme_const, argc).of[0];
}

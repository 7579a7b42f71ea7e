#include <stdio.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
        printf("after %d: %g\n", i, sum);
    }
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    double x[2] = {1, 2}, dx[2] = {0, 0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, argc);
}

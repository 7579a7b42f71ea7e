#include <stdio.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double norm2(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
    __enzyme_autodiff((void *)norm2, enzyme_dup, x, dx, enzyme_const, 3);
    printf("gradient %g %g %g\n", dx[0], dx[1], dx[2]);

    /* Shadows accumulate: a second call adds. */
    __enzyme_autodiff((void *)norm2, enzyme_dup, x, dx, enzyme_const, 3);
    printf("twice    %g %g %g\n", dx[0], dx[1], dx[2]);
}

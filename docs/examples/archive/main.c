#include <stdio.h>

extern int enzyme_dup, enzyme_const;
double energy(const double *x, int n); /* in energy.c */
void __enzyme_autodiff(void *, ...);

int main(void)
{
    double x[3] = {1, 2, 4}, dx[3] = {0, 0, 0};
    __enzyme_autodiff((void *)energy, enzyme_dup, x, dx, enzyme_const, 3);
    printf("%g %g %g\n", dx[0], dx[1], dx[2]);
}

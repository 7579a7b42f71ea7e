#include <omp.h>
#include <stdio.h>

extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

/* Mean square of the differences between neighbours. */
double roughness(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < n; i++)
        sum += (x[i] - x[i - 1]) * (x[i] - x[i - 1]);
    return sum / (n - 1);
}

int main(void)
{
    double x[5] = {0, 1, 4, 9, 16}, dx[5] = {0};
    omp_set_num_threads(2);
    __enzyme_autodiff((void *)roughness, enzyme_dup, x, dx, enzyme_const, 5);
    for (int i = 0; i < 5; i++)
        printf("%g%c", dx[i], i < 4 ? ' ' : '\n');
}

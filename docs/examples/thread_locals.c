#include <omp.h>
#include <stdio.h>

extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double scale, own;
#pragma omp threadprivate(scale, own)

static double scaled_sum(const double *x, int n)
{
    double sum = 0;
    scale = x[0];
#pragma omp parallel copyin(scale)
    {
        own = 0;
#pragma omp for
        for (int i = 0; i < n; i++)
            own += scale * x[i];
    }
#pragma omp parallel reduction(+ : sum)
    sum += own;
    return sum;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    omp_set_num_threads(2);
    __enzyme_autodiff((void *)scaled_sum, enzyme_dup, x, dx, enzyme_const, 4);
    printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}

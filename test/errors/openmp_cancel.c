/* Threads that leave a region may meet others at barriers in front of it.
 * enzcc-flags: -fopenmp
 * enzcc-text: `cancel` of a parallel region or a taskgroup */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
    {
#pragma omp atomic
        s += x[0] * x[n - 1];
        if (n > 2) {
#pragma omp cancel parallel /* enzcc-error: unsupported */
        }
#pragma omp atomic
        s += x[1];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

/* Iterations that wait for others have no mirror yet.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: no-definition openmp_doacross.c:12 openmp_doacross.c:15
 * enzcc-text: No reverse pass found for __kmpc_doacross_init */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double y[8] = {1};
#pragma omp parallel for ordered(1)
    for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
        y[i] = y[i - 1] * x[i];
#pragma omp ordered depend(source)
    }
    return y[n - 1];
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

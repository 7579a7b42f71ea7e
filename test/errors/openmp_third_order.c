/* Three reverse sweeps over a section that one thread after the other is in.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_third_order.c:12 openmp_third_order.c:13
 * enzcc-text: the second derivative of code in which threads wait for each other, */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x)
{
    double product = 1;
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
#pragma omp critical
        product *= x[0];
    return product;
}

static double first(const double *x)
{
    double dx[1] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return dx[0];
}

static double second(const double *x)
{
    double dx[1] = {0};
    __enzyme_autodiff((void *)first, enzyme_dup, x, dx);
    return dx[0];
}

int main(void)
{
    double x[1] = {1}, dx[1] = {0};
    __enzyme_autodiff((void *)second, enzyme_dup, x, dx);
}

/* The order of products counts for their adjoints, and nobody notes it.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_atomic_product.c:12 openmp_atomic_product.c:15
 * enzcc-text: does more than add */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i];
#pragma omp atomic
        p *= v;
    }
    return p;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

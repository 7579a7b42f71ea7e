/* A second derivative of a region, in an order that does not depend on the run.
 * enzcc-flags: -fopenmp -fenz-deterministic
 * enzcc-error-one-of: unsupported order_twice.c:13 order_twice.c:21 order_twice.c:27
 * enzcc-text: differentiated again, with -fenz-deterministic */

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += x[0] * x[0] * i;
    return sum;
}

static void gradient(const double *x, double *dx)
{
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

int main(void)
{
    double x[1] = {1}, dx[1] = {0}, v[1] = {1}, w[1] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, w);
}

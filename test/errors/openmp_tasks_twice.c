/* The derivative of a derivative of a region that makes tasks.
 * enzcc-flags: -fopenmp
 * enzcc-text: the derivative of a thread or a task, differentiated again, */

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x)
{
    double y[2];
#pragma omp parallel
#pragma omp single
    {
#pragma omp task /* enzcc-error: unsupported */
        y[0] = x[0] * x[0];
#pragma omp task /* enzcc-error: unsupported */
        y[1] = x[1] * x[0];
    }
    return y[0] * y[1];
}

static void gradient(const double *x, double *dx)
{
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0}, v[2] = {1, 0}, w[2] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, w);
}

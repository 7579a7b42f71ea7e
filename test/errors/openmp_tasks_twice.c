/* Reverse mode over the reverse sweep of a region that makes tasks.
 * enzcc-flags: -fopenmp
 * enzcc-text: the reverse sweep of a thread or a task, differentiated again in reverse mode, */

extern double __enzyme_autodiff(void *, ...);
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

static double slope(const double *x)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return dx[0] + dx[1];
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)slope, enzyme_dup, x, dx); /* enzcc-error: unsupported */
}

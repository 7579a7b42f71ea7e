/* Other threads have shadows of their own of it, which nobody clears.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_thread_local.c:14 openmp_thread_local.c:16
 * enzcc-text: a thread-local variable of active values */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local double kept;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        kept = x[0];
#pragma omp for
        for (int i = 0; i < n; i++)
            s += kept * x[i];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

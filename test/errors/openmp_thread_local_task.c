/* Which thread's variable a task uses is left to the library.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_thread_local_task.c:19 openmp_thread_local_task.c:21
 * enzcc-text: a thread-local variable of active values in a task */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local double kept;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task shared(s)
    {
        kept = x[i] * x[i];
#pragma omp atomic
        s += kept * kept;
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

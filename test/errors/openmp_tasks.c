/* A task that says which memory it uses has no derivative yet.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_tasks.c:12 openmp_tasks.c:13 openmp_tasks.c:15
 * enzcc-text: a task, in a program with tasks that have `detach` or `affinity`, */

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task affinity(x[i])
#pragma omp atomic
        s += x[i] * x[i];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

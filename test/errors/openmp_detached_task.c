/* A task that ends by an event, whenever that comes, has no derivative.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_detached_task.c:14 openmp_detached_task.c:16
 * enzcc-text: a task, in a program with tasks that have `detach` or `affinity`, */
#include <omp.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double y = 0;
    omp_event_handle_t event;
#pragma omp parallel
#pragma omp single
#pragma omp task detach(event) shared(y)
    {
        y = x[0] * x[n - 1];
        omp_fulfill_event(event);
    }
    return y;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}

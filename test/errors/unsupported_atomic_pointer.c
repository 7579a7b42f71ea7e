/* An atomic exchange of pointers to active memory: the shadow would have to be exchanged in the
 * same step. */
#include <stdatomic.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double f(double *x)
{
    _Atomic(double *) current = x;
    double *before = atomic_exchange(&current, x + 1); /* enzcc-error: unsupported */
    return *before * *atomic_load(&current);
}

int main(int argc, char **argv)
{
    (void)argv;
    double x[2] = {argc, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return (int)dx[0];
}

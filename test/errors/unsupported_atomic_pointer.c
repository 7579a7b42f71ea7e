/* An atomic exchange of pointers to active memory, in a program that starts threads: the shadow
 * would have to be exchanged in the same step. */
#include <pthread.h>
#include <stdatomic.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double f(double *x)
{
    _Atomic(double *) current = x;
    double *before = atomic_exchange(&current, x + 1); /* enzcc-error: unsupported */
    return *before * *atomic_load(&current);
}

static void *nothing(void *p)
{
    return p;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc > 1)
        pthread_create(&thread, NULL, nothing, argv);
    double x[2] = {argc, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return (int)dx[0];
}

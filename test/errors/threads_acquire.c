/* Threads that wait for each other by a flag of their own.
 * enzcc-error-one-of: unsupported threads_acquire.c:19 threads_acquire.c:33
 * enzcc-text: an atomic access that waits for another thread */
#include <pthread.h>
#include <stdatomic.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

struct shared {
    const double *x;
    double sum;
    atomic_int ready;
};

static void *work(void *p)
{
    struct shared *s = p;
    while (!atomic_load(&s->ready))
        ;
    s->sum *= s->x[1];
    return 0;
}

static double f(const double *x)
{
    pthread_t thread;
    struct shared s = {.x = x};
    pthread_create(&thread, 0, work, &s);
    s.sum = x[0];
    atomic_store(&s.ready, 1);
    pthread_join(thread, 0);
    return s.sum;
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

/* Sums of threads come in any order.
 * enzcc-flags: -fenz-deterministic
 * enzcc-error-one-of: unsupported threads_deterministic.c:26
 * enzcc-text: a thread or a task, with -fenz-deterministic, */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

struct slice {
    const double *x;
    double sum;
};

static void *work(void *p)
{
    struct slice *s = p;
    s->sum += s->x[0] * s->x[1];
    return 0;
}

static double f(const double *x)
{
    pthread_t thread;
    struct slice s = {x, 0};
    pthread_create(&thread, 0, work, &s);
    pthread_join(thread, 0);
    return s.sum;
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

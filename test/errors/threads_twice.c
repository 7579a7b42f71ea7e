/* Reverse mode over the reverse sweep of code that starts a thread.
 * enzcc-error-one-of: unsupported threads_twice.c:26 threads_twice.c:33 threads_twice.c:40
 * enzcc-text: the reverse sweep of a thread or a task, differentiated again in reverse mode, */
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
    s->sum += s->x[0] * s->x[0] * s->x[1];
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

static double slope(const double *x)
{
    double dx[2] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return dx[0] + dx[1];
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0};
    __enzyme_autodiff((void *)slope, enzyme_dup, x, dx);
}

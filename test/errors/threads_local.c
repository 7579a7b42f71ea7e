/* A variable of each thread that leads to active values.
 * enzcc-error-one-of: unsupported threads_local.c:22 threads_local.c:23 threads_local.c:25
 * enzcc-text: a thread-local variable of active values that has pointers and more */
#include <pthread.h>
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local struct {
    double *at;
    int count;
} last;
struct slice {
    const double *x;
    double sum;
};

static void *work(void *p)
{
    struct slice *s = p;
    if (!last.at)
        last.at = malloc(sizeof *last.at);
    for (int i = 1; i < 3; i++) {
        *last.at = s->x[i] * s->x[0];
        s->sum += *last.at * *last.at;
    }
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
    double x[3] = {1, 2, 3}, dx[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

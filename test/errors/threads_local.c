/* A variable of each thread that holds active values.
 * enzcc-error-one-of: unsupported threads_local.c:18 threads_local.c:19 threads_local.c:20
 * enzcc-text: a thread-local variable of active values */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local double last;
struct slice {
    const double *x;
    double sum;
};

static void *work(void *p)
{
    struct slice *s = p;
    last = s->x[0];
    for (int i = 1; i < 3; i++) {
        s->sum += last * s->x[i];
        last = s->x[i];
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

/* A thread that does not end in the function that it runs.
 * enzcc-error-one-of: unsupported threads_exit_elsewhere.c:18
 * enzcc-text: a thread that ends elsewhere than in the function that it was started with */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

struct slice {
    const double *x;
    double sum;
};

static void add(struct slice *s, int i)
{
    s->sum += s->x[i] * s->x[i];
    if (s->sum > 10)
        pthread_exit(0);
}

static void *work(void *p)
{
    add(p, 0);
    add(p, 1);
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

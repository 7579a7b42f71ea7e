/* The derivative of a derivative of code that starts a thread.
 * enzcc-error-one-of: unsupported threads_second_order.c:33 threads_second_order.c:39
 * enzcc-text: the derivative of a thread or a task, differentiated again, */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
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

static void gradient(const double *x, double *dx)
{
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0}, v[2] = {1, 0}, w[2] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, w);
}

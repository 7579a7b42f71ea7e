/* A derivative in forward mode of one that is made of a thread's gradient.
 * enzcc-error-one-of: unsupported threads_third_order.c:39 threads_third_order.c:45
 * enzcc-text: the derivative of a thread or a task, differentiated a third time, */
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

static void along(const double *x, const double *v, double *w)
{
    double dx[2] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, w);
}

int main(void)
{
    double x[2] = {1, 2}, v[2] = {1, 0}, w[2] = {0}, dx[2] = {1, 1}, dw[2] = {0};
    __enzyme_fwddiff((void *)along, enzyme_dup, x, dx, enzyme_const, v, enzyme_dup, w, dw);
}

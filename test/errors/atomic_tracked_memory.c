/* The tags of memory that holds values and pointers by turns are not kept atomically, which an
 * atomic addition needs in a program that starts threads. */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

union cell {
    double number;
    union cell *next;
};

static double f(const double *x, union cell *ring, int n)
{
    union cell *last = ring;
    for (int i = 0; i < n; i++)
        ring[i].next = &ring[(i + 1) % n];
    for (int i = 1; i < n; i++)
        last = last->next;
    last->number = *x;
    __atomic_fetch_add(&last->number, 2 * *x, __ATOMIC_SEQ_CST); /* enzcc-error: unsupported */
    return last->number * 2;
}

static void *nothing(void *p)
{
    return p;
}

int main(void)
{
    pthread_t thread;
    if (!pthread_create(&thread, 0, nothing, 0))
        pthread_join(thread, 0);
    double x = 3, dx = 0;
    union cell ring[2] = {{.number = 0}}, dring[2] = {{.number = 0}};
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, ring, dring, enzyme_const, 2);
    return dx != 6;
}

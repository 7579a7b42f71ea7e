/* The tags of memory that holds values and pointers by turns are not kept atomically, which a
 * program that starts threads needs. */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

union cell {
    _Atomic double number;
    union cell *next;
};

static double f(const double *x, union cell *pair)
{
    pair[0].next = &pair[1];
    union cell *last = pair[0].next;
    last->number = *x;         /* enzcc-error: unsupported */
    pair[0].number = *x;       /* enzcc-error: unsupported */
    pair[0].number += 2 * *x;  /* enzcc-error: unsupported */
    return pair[0].number * 2; /* enzcc-error: unsupported */
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
    union cell pair[2] = {{.number = 0}, {.number = 0}}, dpair[2] = {{.number = 0}, {.number = 0}};
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, pair, dpair);
    return dx != 6;
}

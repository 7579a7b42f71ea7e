/* A pointer published atomically and read back: loads and stores of pointers. */
#include <stdatomic.h>
#include "oracle.h"

struct channel {
    _Atomic(const double *) data;
    atomic_int ready;
};

static double receive(struct channel *c)
{
    while (!atomic_load_explicit(&c->ready, memory_order_acquire))
        ;
    const double *p = atomic_load_explicit(&c->data, memory_order_relaxed);
    return p[0] * p[1];
}

static double f(const double *x, int n)
{
    struct channel c = {0};
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        atomic_store(&c.data, x + i);
        atomic_store_explicit(&c.ready, 1, memory_order_release);
        s += receive(&c) * (i + 1);
    }
    return s;
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 8);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

/* Addition and maximum by compare-exchange loops, on doubles and on their bits. */
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static void add(_Atomic double *to, double v)
{
    double old = atomic_load(to);
    while (!atomic_compare_exchange_weak(to, &old, old + v))
        ;
}

static void maximum(_Atomic uint64_t *to, double v)
{
    uint64_t old = atomic_load_explicit(to, memory_order_relaxed), bits;
    double current;
    memcpy(&bits, &v, sizeof v);
    do {
        memcpy(&current, &old, sizeof current);
        if (current >= v)
            return;
    } while (!atomic_compare_exchange_strong(to, &old, bits));
}

static double f(const double *x, int n)
{
    _Atomic double s = 0;
    _Atomic uint64_t m;
    double start = -10, top;
    uint64_t bits;
    memcpy(&bits, &start, sizeof bits);
    atomic_init(&m, bits);
    for (int i = 0; i < n; i++) {
        add(&s, x[i] * x[i]);
        maximum(&m, x[i] * (i + 1));
    }
    bits = m;
    memcpy(&top, &bits, sizeof top);
    return s * top;
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 8);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

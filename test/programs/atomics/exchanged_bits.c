/* Atomic stores and exchanges of the bits of numbers, whose type the memory around tells. */
#include "oracle.h"
#include <stdint.h>
#include <string.h>

struct cell {
    union {
        double value;
        uint64_t bits;
    };
    uint32_t single, count;
};

static struct cell shared[2];

static uint64_t bits_of(double v)
{
    uint64_t w;
    memcpy(&w, &v, sizeof w);
    return w;
}

static double number_of(uint64_t w)
{
    double v;
    memcpy(&v, &w, sizeof v);
    return v;
}

static void f(double *x, int n)
{
    shared[0].value = x[0] * x[1];
    for (int i = 0; i < n; i++) {
        uint64_t old =
            __atomic_exchange_n(&shared[i & 1].bits, bits_of(x[i] * x[i]), __ATOMIC_RELAXED);
        __atomic_fetch_add(&shared[0].count, 1, __ATOMIC_RELAXED);
        if (i > 1)
            x[i] = 0.5 * number_of(old) + 0.25 * x[0];
    }
    __atomic_exchange_n(&shared[1].bits, bits_of(x[2] * x[0]), __ATOMIC_SEQ_CST);
    x[0] += shared[0].value + shared[1].value;
    shared[0].value = shared[1].value = 0;
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 8);
    ORACLE_INPLACE(f, x, 5);
    return oracle_result();
}

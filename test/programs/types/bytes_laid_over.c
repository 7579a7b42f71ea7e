/* Two integers are laid over each other by or, xor or a sum: only the run knows which of the two
 * has zeros in the place of the other's bytes. Bytes that are zero although they belong to a value,
 * as most of 0 and of 1.5 are, come from that value. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint64_t cells[2];
static uint32_t exchanged_half;

static uint64_t bits_of(double v)
{
    uint64_t w;
    memcpy(&w, &v, sizeof w);
    return w;
}

static double value_of(uint64_t w)
{
    double v;
    memcpy(&v, &w, sizeof v);
    return v;
}

static double low_chosen(const double *x, int n)
{
    uint64_t w = bits_of(x[0] * x[1]), low = w & 0xffffffff, high = w & ~(uint64_t)0xffffffff;
    low = n > 1 ? low : (uint64_t)n;
    return value_of(low | high);
}

static double low_chosen_with_xor(const double *x, int n)
{
    uint64_t w = bits_of(x[0] * x[1]), low = w & 0xffffff, high = w & ~(uint64_t)0xffffff;
    low = n > 1 ? low : (uint64_t)n;
    return value_of(high ^ low);
}

static double low_chosen_with_sum(const double *x, int n)
{
    uint64_t w = bits_of(x[0] * x[1]), low = w & 0xffff, high = w & ~(uint64_t)0xffff;
    low = n > 1 ? low : (uint64_t)n;
    return value_of(high + low);
}

__attribute__((noinline)) static void put(uint64_t a, uint64_t b)
{
    cells[0] = a;
    cells[1] = b;
}

/* n is 2: the parts of one value, the value and nothing, nothing and the value. */
static double stored(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i <= n; i++) {
        uint64_t w = bits_of((i + 1) * x[0] * x[1]);
        put(i == 0   ? w & 0xffffffff
            : i == 1 ? w
                     : 0,
            i == 0   ? w & ~(uint64_t)0xffffffff
            : i == 1 ? 0
                     : w);
        sum += value_of(cells[0] | cells[1]);
    }
    return sum;
}

static double half_exchanged(const double *x, int n)
{
    float v = (float)(x[0] * x[1]);
    uint32_t w, low, high;
    memcpy(&w, &v, 2 * (size_t)n);
    low = w & 0xffff, high = w & ~(uint32_t)0xffff;
    __atomic_store_n(&exchanged_half, low, __ATOMIC_RELAXED);
    low = __atomic_exchange_n(&exchanged_half, 0, __ATOMIC_RELAXED);
    w = low | high;
    memcpy(&v, &w, 2 * (size_t)n);
    return v;
}

#define EXACT(f, x0, x1)                                                                           \
    do {                                                                                           \
        double x[2] = {x0, x1}, dx[2] = {0}, t[2] = {1, 0};                                        \
        __enzyme_autodiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                        \
        CHECK(dx[0], x1);                                                                          \
        CHECK(dx[1], x0);                                                                          \
        CHECK(__enzyme_fwddiff((void *)(f), enzyme_dup, x, t, enzyme_const, 2), x1);               \
    } while (0)

int main(void)
{
    double x[2] = {1.3, 0.7};
    ORACLE_GRADIENT(low_chosen, x, 2);
    ORACLE_GRADIENT(low_chosen_with_xor, x, 2);
    ORACLE_GRADIENT(low_chosen_with_sum, x, 2);
    ORACLE_GRADIENT(stored, x, 2);
    EXACT(low_chosen, 0, 3);
    EXACT(low_chosen, 1.5, 1);
    EXACT(low_chosen_with_xor, 0, 3);
    EXACT(low_chosen_with_sum, 1.5, 1);
    EXACT(half_exchanged, 0, 3);
    EXACT(half_exchanged, 1.5, 1);
    EXACT(half_exchanged, 1.25, 3);
    return oracle_result();
}

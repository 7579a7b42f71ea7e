/* Globals that are declared as integers and hold the bits of numbers. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint64_t cell, cells[4], table[4];
static uint32_t halves[4];

static double number(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static uint64_t get(const volatile uint64_t *p)
{
    return *p;
}
static void put(volatile uint64_t *p, uint64_t bits)
{
    *p = bits;
}

static double in_one(double x)
{
    put(&cell, bits_of(x * x));
    return number(get(&cell)) * 3;
}
static double in_array(double x)
{
    put(&cells[1], bits_of(x * x));
    return number(get(&cells[1])) * x;
}
static double in_half(double x)
{
    float y = (float)(x * x);
    uint32_t bits;
    memcpy(&bits, &y, sizeof bits);
    *(volatile uint32_t *)&halves[2] = bits;
    bits = *(volatile uint32_t *)&halves[2];
    memcpy(&y, &bits, sizeof bits);
    return y;
}
__attribute__((noinline)) static void fill(uint64_t *to, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = bits_of(x[i] * x[i]);
}
__attribute__((noinline)) static double sum(const uint64_t *from, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += number(from[i]);
    return s;
}
static double in_loops(double x)
{
    double v[3] = {x, x, 2 * x};
    fill(cells, v, 3);
    return sum(cells, 3);
}
static double copied(double x)
{
    double v[3] = {x, x, 2 * x};
    memcpy(table, v, sizeof v);
    return number(get(table + 2)) * x;
}

int main(void)
{
    for (double x = -1; x < 2; x += 0.75) {
        ORACLE_SCALAR_IS(in_one, x, 6 * x);
        ORACLE_SCALAR_IS(in_array, x, 3 * x * x);
        ORACLE_SCALAR_IS(in_loops, x, 12 * x);
        ORACLE_SCALAR_IS(copied, x, 4 * x);
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(in_half, x), 2 * x, 1e-6);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(in_half, x), 2 * x, 1e-6);
    }
    return oracle_result();
}

/* Doubles that travel as 64-bit integers: through parameters, results, arrays and structs. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint64_t to_bits(double v)
{
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    return u;
}

static double from_bits(uint64_t u)
{
    double v;
    memcpy(&v, &u, sizeof v);
    return v;
}

struct message {
    uint32_t kind;
    uint64_t payload;
};

__attribute__((noinline)) static uint64_t select_larger(uint64_t a, uint64_t b)
{
    return from_bits(a) > from_bits(b) ? a : b;
}

__attribute__((noinline)) static uint64_t fold(const uint64_t *u, int n)
{
    uint64_t best = u[0];
    for (int i = 1; i < n; i++)
        best = select_larger(best, u[i]);
    return best;
}

static double f(const double *x, int n)
{
    uint64_t u[8];
    struct message m = {1, to_bits(x[0] * x[1])};
    for (int i = 0; i < n; i++)
        u[i] = to_bits(x[i] * x[i]);
    return from_bits(fold(u, n)) * from_bits(m.payload) * m.kind + from_bits(u[0]);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1}), 4);
    return oracle_result();
}

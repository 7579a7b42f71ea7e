/* Floats that travel as 32-bit integers: two of them packed into one word, registers of a virtual
 * machine. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint32_t bits(float v)
{
    uint32_t u;
    memcpy(&u, &v, 4);
    return u;
}
static float number(uint32_t u)
{
    float v;
    memcpy(&v, &u, 4);
    return v;
}

struct machine {
    uint32_t reg[4];
    uint64_t pair;
};

__attribute__((noinline)) static uint32_t multiply(uint32_t a, uint32_t b)
{
    return bits(number(a) * number(b));
}

static float run(float x)
{
    struct machine m = {{0}, 0};
    m.reg[0] = bits(x);
    m.reg[1] = bits(x + 1.0f);
    m.reg[2] = multiply(m.reg[0], m.reg[1]);
    m.pair = (uint64_t)m.reg[2] << 32 | m.reg[0];
    m.reg[3] = multiply((uint32_t)(m.pair >> 32), (uint32_t)m.pair);
    return number(m.reg[3]);
}

int main(void)
{
    /* x^2 (x + 1) */
    ORACLE_FLOAT_IS(run, 0.5f, 3 * 0.25f + 2 * 0.5f);
    return oracle_result();
}

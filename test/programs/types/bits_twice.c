/* An integer has the bits of one number in both halves: by a multiplication, as LLVM writes it. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

typedef float pair __attribute__((vector_size(8)));
typedef _Float16 half_pair __attribute__((vector_size(4)));

static float floats(float x)
{
    uint32_t bits;
    pair p;
    memcpy(&bits, &x, sizeof bits);
    uint64_t twice = bits * UINT64_C(0x100000001);
    memcpy(&p, &twice, sizeof p);
    return p[0] * p[1];
}

/* The upper half is what is left of it in a word. */
static float upper(float x)
{
    uint64_t word = 0, twice;
    float y = 3 * x, high, low;
    memcpy((char *)&word + 4, &y, sizeof y);
    twice = (word >> 32) * UINT64_C(0x100000001);
    memcpy(&low, &twice, sizeof low);
    memcpy(&high, (char *)&twice + 4, sizeof high);
    return low * high * x;
}

static float halves(float x)
{
    _Float16 h = (_Float16)x;
    uint16_t bits;
    half_pair p;
    memcpy(&bits, &h, sizeof bits);
    uint32_t twice = bits * UINT32_C(0x10001);
    memcpy(&p, &twice, sizeof p);
    return (float)p[0] * (float)p[1];
}

int main(void)
{
    for (float x = -1; x < 2; x += 0.75f) {
        ORACLE_FLOAT_IS(floats, x, 2 * x);
        ORACLE_FLOAT_IS(upper, x, 27 * x * x);
        ORACLE_FLOAT_IS(halves, x, 2 * x);
    }
    return oracle_result();
}

/* Half precision kept as 16-bit storage, converted by builtins as game and image code does. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint16_t pack(float x)
{
    _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, sizeof bits);
    return bits;
}
static float unpack(uint16_t bits)
{
    _Float16 h;
    memcpy(&h, &bits, sizeof h);
    return (float)h;
}

static float f(float x)
{
    uint16_t store[3];
    float s = 0;
    for (int i = 0; i < 3; i++)
        store[i] = pack(x * (float)(i + 1));
    for (int i = 0; i < 3; i++)
        s += unpack(store[i]) * unpack(store[2 - i]);
    return s;
}

int main(void)
{
    float x = 0.5f; /* (3 + 4 + 3) x^2 */
    CHECK_TOL(__enzyme_autodiff_exact_f((void *)f, x), 20 * x, 1e-3);
    CHECK_TOL(__enzyme_fwddiff_exact_f((void *)f, x, 1), 20 * x, 1e-3);
    return oracle_result();
}

/* Ninety steps of arithmetic on the bits of a number, after a rotation: the number is found however
 * far back it is. */
#include <stdint.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

static uint64_t round_of(uint64_t s, uint64_t k, uint64_t c)
{
    return ((s ^ k * c) + k + 3 * c) * (k | (2 * c + 1));
}

static uint64_t five_rounds(uint64_t s, uint64_t k, uint64_t c)
{
    s = round_of(round_of(s, k, c), k, c + 1);
    return round_of(round_of(round_of(s, k, c + 2), k, c + 3), k, c + 4);
}

static double scrambled(double x, uint64_t k)
{
    uint64_t s;
    memcpy(&s, &x, sizeof s);
    s = s << (k & 63) | s >> (-k & 63);
    s = five_rounds(five_rounds(five_rounds(s, k, 7), k, 1001), k, 2003);
    s = five_rounds(five_rounds(five_rounds(s, k, 30011), k, 4007), k, 50021);
    s = (s & ~UINT64_C(0) >> 12) | UINT64_C(1023) << 52; /* enzcc-error: unsupported */
    memcpy(&x, &s, sizeof x);
    return 3 * x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_autodiff((void *)scrambled, 1.5, enzyme_const, (uint64_t)argc);
}

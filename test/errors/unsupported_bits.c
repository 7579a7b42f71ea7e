/* Arithmetic on bits that is neither smooth nor a step: the seven leading bits of a mantissa as a
 * number, sixteenths of an octave out of a converted integer, the product of two words of bits, the
 * remainder of a division. */
#include <stdint.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

static uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static double of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static double leading(double x)
{
    double centre = of_bits(bits_of(x) & 0xffffe00000000000u); /* enzcc-error: unsupported */
    return x / centre - 1;
}
static double sixteenths(double x)
{
    uint64_t k = (uint64_t)(int64_t)(x * 16);
    return of_bits(((uint64_t)1023 << 52) + (k << 48)) * x; /* enzcc-error: unsupported */
}
static double product(double x, double y)
{
    uint64_t u = (bits_of(x) >> 12) * (bits_of(y) >> 44);
    return of_bits(u >> 12 | (uint64_t)1023 << 52); /* enzcc-error: unsupported */
}
static double remainder_of_bits(double x)
{
    /* enzcc-error: unsupported */
    return of_bits((uint64_t)1023 << 52 | bits_of(x) % 1000003);
}

int main(int argc, char **argv)
{
    (void)argv;
    double x = argc;
    return (int)(__enzyme_autodiff((void *)leading, x) + __enzyme_autodiff((void *)sixteenths, x) +
                 __enzyme_autodiff((void *)product, x, x) +
                 __enzyme_autodiff((void *)remainder_of_bits, x));
}

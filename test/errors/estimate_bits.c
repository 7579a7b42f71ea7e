/* The exponent is changed in the bits of the number.
 * enzcc-text: arithmetic on the bits of a number in an error estimate */
#include <string.h>

double __enzyme_error_estimate(void *, ...);

static double f(double x)
{
    unsigned long bits;
    memcpy(&bits, &x, sizeof x);
    bits += 1UL << 52; /* enzcc-error: unsupported */
    memcpy(&x, &bits, sizeof x);
    return x; /* enzcc-error: unsupported */
}

int main(void)
{
    return (int)__enzyme_error_estimate((void *)f, 2.0, 1.0);
}

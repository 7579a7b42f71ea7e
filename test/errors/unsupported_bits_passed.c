/* Single bytes, in an order that only the run knows, are put together, and other functions, which
 * are not inlined, take the result for a number.
 * enzcc-text: arithmetic on the bits of an active floating-point value */
#include <stdint.h>
#include <string.h>

void __enzyme_autodiff(void *, ...);

static double value_of(uint64_t bits, int n)
{
    double x;
    if (n > 0)
        return 2 * value_of(bits, n - 1);
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t reversed_twice(double x, int n)
{
    unsigned char bytes[16];
    uint64_t from, to = 0;
    if (n < 0)
        return reversed_twice(3 * x, n + 8);
    memcpy(&from, &x, sizeof x);
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)(from >> (56 - 8 * i));
    for (int i = n - 1; i >= 0; i--)
        to |= (uint64_t)bytes[i] << (56 - 8 * i);
    return to;
} /* enzcc-error: unsupported */

static double passed(double *x, int n)
{
    unsigned char bytes[16];
    uint64_t from, to = 0;
    memcpy(&from, x, sizeof from);
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)(from >> (56 - 8 * i));
    for (int i = n - 1; i >= 0; i--)
        to |= (uint64_t)bytes[i] << (56 - 8 * i);
    return value_of(to, n); /* enzcc-error: unsupported */
}

static double returned(double *x, int n)
{
    uint64_t bits = reversed_twice(*x, n);
    double y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

int main(void)
{
    double x = 2, d = 0;
    __enzyme_autodiff((void *)passed, &x, &d, 8);
    __enzyme_autodiff((void *)returned, &x, &d, 8);
    return 0;
}

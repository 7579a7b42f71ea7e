/* The bits of numbers, changed and kept as integers, become numbers again: rotated, halves changed
 * one by one, in a global array, moved on by a copy. A hash of the bits is no number. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

static uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static double of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x); /* enzcc-error: unsupported */
    return x;
}

static double rotated(const double *x, size_t n)
{
    uint64_t *kept = malloc(n * sizeof *kept), by = n & 63;
    double y = 0;
    for (size_t i = 0; i < n; i++)
        kept[i] = bits_of(x[i] * x[i]) << by | bits_of(x[i] * x[i]) >> (-by & 63);
    for (size_t i = 0; i < n; i++)
        y += of_bits(kept[i] >> by | kept[i] << (-by & 63));
    free(kept);
    return y;
}

static double halves(const double *x, size_t n)
{
    uint32_t *kept = malloc(2 * n * sizeof *kept), *moved = malloc(2 * n * sizeof *moved);
    double y = 0;
    for (size_t i = 0; i < n; i++) {
        kept[2 * i] = (uint32_t)bits_of(x[i] * x[i]) ^ (uint32_t)n;
        kept[2 * i + 1] = (uint32_t)(bits_of(x[i] * x[i]) >> 32) ^ (uint32_t)n;
    }
    memcpy(moved, kept, 2 * n * sizeof *kept);
    for (size_t i = 0; i < n; i++)
        y += of_bits((moved[2 * i] ^ n) | (uint64_t)(moved[2 * i + 1] ^ n) << 32);
    free(kept);
    free(moved);
    return y;
}

static uint64_t table[8];

static double in_global(const double *x, size_t n)
{
    double y = 0;
    for (size_t i = 0; i < n; i++)
        table[i] = bits_of(x[i] * x[i]) + n;
    for (size_t i = 0; i < n; i++)
        y += of_bits(table[i] - n);
    return y;
}

static double hashed(const double *x, size_t n)
{
    uint64_t *kept = malloc(n * sizeof *kept), hash = 5381;
    double y = 0;
    for (size_t i = 0; i < n; i++)
        kept[i] = bits_of(x[i] * x[i]) * 33 ^ i;
    for (size_t i = 0; i < n; i++)
        hash = hash * 33 ^ kept[i];
    for (size_t i = 0; i < n; i++)
        y += hash ? x[i] * x[i] : 0;
    free(kept);
    return y;
}

int main(int argc, char **argv)
{
    (void)argv;
    double x[8] = {1.5, 0.3, 1, 2, 3, 4, 5, 6}, dx[8] = {0};
    size_t n = (size_t)argc + 1;
    __enzyme_autodiff((void *)rotated, enzyme_dup, x, dx, enzyme_const, n);
    __enzyme_autodiff((void *)halves, enzyme_dup, x, dx, enzyme_const, n);
    __enzyme_autodiff((void *)in_global, enzyme_dup, x, dx, enzyme_const, n);
    __enzyme_autodiff((void *)hashed, enzyme_dup, x, dx, enzyme_const, n);
    return 0;
}

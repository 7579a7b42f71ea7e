/* Parts of one value that come back by several copies of it: from a register and from memory, and
 * from several readers of what was put together. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

/* The first part is taken from the register, the others from memory. */
static double lanes(const double *x, int n)
{
    typedef double two __attribute__((vector_size(16)));
    typedef uint64_t words __attribute__((vector_size(16)));
    two v = {0};
    v[0] = x[0] * x[1];
    words w = (words)v;
    char *block = malloc((size_t)(8 * n));
    memcpy(block, &w, 4);
    memcpy(block + 4, (char *)&w + 4, 12);
    memcpy(&w, block, (size_t)(8 * n));
    free(block);
    v = (two)w;
    return v[0] * x[1];
}

static void copy_words(char *to, const char *from, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, from + 4 * i, 4);
        memcpy(to + 4 * i, &word, 4);
    }
}

/* One byte of the value stays where it is, the others go away and come back. */
static double beside(const double *x, int n)
{
    unsigned char bytes[10] = {0}, away[10];
    double v = x[1];
    memcpy(bytes + 1, &v, sizeof v);
    copy_words((char *)away, (char *)bytes, 2);
    memcpy(bytes, away, 8);
    memcpy(&v, bytes + 1, sizeof v);
    return v * x[0] * n;
}

/* What is put together is used twice: for arithmetic, and stored elsewhere. */
static double used_twice(const double *x, int n)
{
    uint64_t word;
    double v = x[0], kept[2] = {0, 0};
    unsigned char reversed[8];
    memcpy(&word, &v, 8);
    for (int i = 0; i < (n > 0 ? 8 : 4); i++)
        reversed[i] = (unsigned char)(word >> (56 - 8 * i));
    word = 0;
    for (int i = 7; i >= 0; i--)
        word |= (uint64_t)reversed[i] << (56 - 8 * i);
    memcpy(&v, &word, 8);
    memcpy(&kept[n - 1], &word, 8);
    return v * x[1] + kept[1] * kept[1];
}

int main(void)
{
    const double x[2] = {0.7, 1.9};
    ORACLE_GRADIENT(lanes, x, 2);
    ORACLE_GRADIENT(beside, x, 2);
    ORACLE_GRADIENT(used_twice, x, 2);
    return oracle_result();
}

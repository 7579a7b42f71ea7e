/* Blocks that end with a long double grow: what realloc copies is no longer than what was asked
 * for, though the block is, and nobody has cleared the rest of its shadow. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    long double values[2] = {x[1], x[0] * x[1]};
    size_t size = sizeof values;
    char *block = malloc(size);
    memcpy(block, values, n > 0 ? size : size / 2);
    block = realloc(block, size * (size_t)n);
    memcpy(block + size, block, size);
    block = realloc(block, 3 * size);
    memcpy(block + 2 * size, block + size, size);
    memcpy(values, block + 2 * size, size);
    free(block);
    return (double)(values[n - 1] * values[0]);
}

int main(void)
{
    for (int i = 0; i < 20; i++) {
        char *used = malloc(40 + 32 * (i % 3));
        memset(used, 0x3f, 40);
        free(used);
        ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7}), 2);
    }
    return oracle_result();
}

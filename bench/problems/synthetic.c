/*
 * Reproducible pseudo-random input: a 64-bit linear congruential generator, of
 * which the upper 53 bits are used.
 */
#include "synthetic.h"

#include <stdint.h>
#include <stdlib.h>

double *synthetic_numbers(size_t count, double scale, unsigned long seed)
{
    uint64_t state = seed * 2654435761u + 88172645463325252u;
    double *v = malloc(count * sizeof *v);

    for (size_t i = 0; v != NULL && i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        v[i] = scale * ((double)(state >> 11) * 0x1p-52 - 1.0);
    }
    return v;
}

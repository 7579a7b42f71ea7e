/* Radix sort of doubles by their bits: keys are moved as 64-bit integers, with the sign folded in
 * and out. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    uint64_t key[16], sorted[16];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[i] + 1;
        memcpy(&key[i], &y, sizeof y);
    }
    for (int shift = 0; shift < 64; shift += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++)
            count[(key[i] >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++)
            count[i + 1] += count[i];
        for (int i = 0; i < n; i++)
            sorted[count[key[i] >> shift & 255]++] = key[i];
        memcpy(key, sorted, (size_t)n * sizeof *key);
    }
    for (int i = 0; i < n; i++) {
        double y;
        memcpy(&y, &key[i], sizeof y);
        sum += y * y * (i + 1);
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1, -1.3}), 5);
    return oracle_result();
}

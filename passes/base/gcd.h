/* The greatest common divisor, by Euclid's algorithm. */
#ifndef ENZCC_BASE_GCD_H
#define ENZCC_BASE_GCD_H
#include <stdint.h>

/* That of 0 and b is b. */
static inline uint64_t gcd_of(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}
#endif

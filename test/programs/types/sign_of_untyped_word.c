/* The sign is changed in the bits of words that are loaded from messages, of which only the run
 * knows which of their bytes are those of one number, and stored to such, or used at once. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static const uint64_t sign = UINT64_C(1) << 63;

static uint64_t word_at(const char *message, int at)
{
    uint64_t w;
    memcpy(&w, message + at, sizeof w);
    return w;
}

static double number(uint64_t w)
{
    double x;
    memcpy(&x, &w, sizeof x);
    return x;
}

static double f(const double *x, int n)
{
    char message[64], moved[64];
    int at = n - 2;
    memset(message, 0, sizeof message);
    for (int i = 0; i < 4; i++, at += 8 + n)
        memcpy(message + at, &x[i % 3], 8);
    for (int i = 0; i < 3 * n + 49; i++)
        moved[i] = message[i];
    uint64_t flipped = word_at(moved, n - 2) ^ sign, cleared = word_at(moved, 2 * n + 6) & ~sign,
             set = word_at(moved, 3 * n + 14) | sign,
             chosen = word_at(moved, n > 0 ? 4 * n + 22 : n) ^ sign;
    memset(message, 0, sizeof message);
    memcpy(message + n, &flipped, 8);
    memcpy(message + n + 8, &cleared, 8);
    memcpy(message + n + 20, &set, 8);
    memcpy(moved, message, (size_t)n + 45);
    return number(word_at(moved, n)) * number(word_at(moved, n + 8)) *
               number(word_at(moved, n + 20)) +
           number(chosen) * number(cleared);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    ORACLE_GRADIENT(f, ((const double[]){-0.5, 0.7, -0.9}), 3);
    return oracle_result();
}

/* An address taken apart by arithmetic, kept in memory as integers and made again: the shadow of
 * what it points to does not come along. That ends the program instead of losing the derivative.
 * Bytes of an address that are moved one by one take the shadow along. Addresses that are only
 * hashed or compared do no harm. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static void put(unsigned char *b, const double *p, int bytes)
{
    uintptr_t bits = (uintptr_t)p;
    for (int i = 0; i < bytes; i++)
        b[i] = (unsigned char)(bits >> (8 * i));
}

/* Each byte is another one for a while. */
static double bytes_changed(const double *x, int n)
{
    unsigned char b[16] = {0};
    const double *p;
    put(b, x, 4 * n);
    for (int i = 0; i < 4 * n; i++)
        b[i] ^= (unsigned char)n;
    for (int i = 0; i < 4 * n; i++)
        b[i] ^= (unsigned char)n;
    memcpy(&p, b, sizeof p);
    return p[0] * p[1];
}

static double through_bytes(const double *x, int n)
{
    unsigned char b[16] = {0};
    const double *p;
    put(b, x, 4 * n);
    memcpy(&p, b, sizeof p);
    return p[0] * p[1];
}

static double through_heap(const double *x, int n)
{
    unsigned char *b = calloc(2, sizeof x);
    put(b, x, 4 * n);
    const double *p = *(const double **)b;
    double y = p[0] * p[1];
    free(b);
    return y;
}

union slot {
    const double *p;
    uint32_t words[2];
    double number;
};

static double words_changed(const double *x, int n)
{
    union slot from = {x}, to = {0};
    for (int i = 0; i < n; i++)
        to.words[i] = from.words[i] ^ (uint32_t)n;
    for (int i = 0; i < n; i++)
        to.words[i] ^= (uint32_t)n;
    return to.p[0] * to.p[1];
}

static double number_or_address(const double *x, int n)
{
    union slot s[2] = {{.number = x[0] * x[1]}, {0}};
    put((unsigned char *)&s[1], x, 4 * n);
    return s[0].number * s[1].p[0];
}

/* Only the lowest byte of an address in memory is another one for a while. */
static double low_byte_changed(const double *x, int n)
{
    const double *p[2] = {x, x + 1};
    volatile unsigned char *low = (volatile unsigned char *)&p[n - 2];
    *low = (unsigned char)(*low ^ n);
    *low = (unsigned char)(*low ^ n);
    return p[0][0] * p[1][0];
}

/* In registers. */
static double rotated(const double *x, int n)
{
    uintptr_t bits = (uintptr_t)x;
    for (int i = 0; i < 16 * n; i++)
        bits = bits << (2 * n) | bits >> (64 - 2 * n);
    for (int i = 0; i < 16 * n; i++)
        bits = bits >> (2 * n) | bits << (64 - 2 * n);
    const double *p = (const double *)bits;
    return p[0] * p[1];
}

/* The address is changed and kept as a whole. */
static double in_a_table(const double *x, int n)
{
    uintptr_t keys[4];
    for (int i = 0; i < 4; i++)
        keys[i] = ((uintptr_t)(x + i % 2) << n) ^ (uintptr_t)n;
    return ((const double *)((keys[1] ^ (uintptr_t)n) >> n))[0] * x[0];
}

static double hashed(const double *x, int n)
{
    unsigned char b[16] = {0};
    const double *kept[2] = {x, x + 1};
    unsigned hash = 5381;
    put(b, x, 4 * n);
    for (int i = 0; i < 4 * n; i++)
        hash = hash * 33 ^ b[i];
    return *kept[0] * *kept[1] * (hash != 0);
}

enum mode { REVERSE, FORWARD };

/* The signal that ends the derivative of f. */
#define SIGNAL_OF(f, mode)                                                                         \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            double x[2] = {1.5, 0.3}, dx[2] = {1, 0};                                              \
            fclose(stderr);                                                                        \
            if ((mode) == REVERSE)                                                                 \
                __enzyme_autodiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                \
            else                                                                                   \
                __enzyme_fwddiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                 \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

int main(void)
{
    double x[2] = {1.5, 0.3};
    CHECK_THAT(SIGNAL_OF(bytes_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(bytes_changed, FORWARD) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(words_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(words_changed, FORWARD) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(low_byte_changed, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(low_byte_changed, FORWARD) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(rotated, REVERSE) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(rotated, FORWARD) == SIGABRT);
    ORACLE_GRADIENT(through_bytes, x, 2);
    ORACLE_GRADIENT(through_heap, x, 2);
    ORACLE_GRADIENT(number_or_address, x, 2);
    ORACLE_GRADIENT(in_a_table, x, 2);
    ORACLE_GRADIENT(hashed, x, 2);
    return oracle_result();
}

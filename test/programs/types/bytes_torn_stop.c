/* The bytes of an adjoint go several ways where a number was put together out of several, or out of
 * parts of constants: that ends the program, also if those bytes that would be lost are zero, as
 * most bytes of the adjoint 1 are; in forward mode such a number has no tangent. Where all bytes
 * come back to one number, or to constants, nothing is lost. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

union number {
    double d;
    uint32_t words[2];
    uint16_t halves[4];
    unsigned char bytes[8];
};

static double low_cleared(const double *x, int n)
{
    union number *u = calloc((size_t)n, sizeof *u);
    u[n - 1].d = x[0] * x[1];
    u[n - 1].words[n - 2] = 0;
    double y = u[n - 1].d;
    free(u);
    return y;
}

static double low_copied(const double *x, int n)
{
    union number u[2] = {{x[0] * x[1]}, {3}};
    memcpy(&u[n - 1], &u[n - 2], 2 * (size_t)n);
    return u[1].d;
}

static double high_copied(const double *x, int n)
{
    union number u[2] = {{x[0] * x[1]}, {3}};
    memcpy(&u[n - 1].bytes[4], &u[n - 2].bytes[4], 2 * (size_t)n);
    return u[1].d;
}

static double low_moved(const double *x, int n)
{
    union number from = {x[0] * x[1]}, to = {3};
    volatile uint16_t *f = from.halves, *t = to.halves;
    for (int i = 0; i < n; i++)
        t[i] = f[i];
    return to.d;
}

static double exchanged(const double *x, int n)
{
    union number from[2] = {{x[0] * x[1]}, {x[0]}}, to[2];
    for (int i = 0; i < n; i++) {
        memcpy(&to[i].bytes[0], &from[i].bytes[0], 2 * (size_t)n);
        memcpy(&to[i].bytes[4], &from[1 - i].bytes[4], 2 * (size_t)n);
    }
    return to[0].d + to[1].d;
}

static double constant_bytes(const double *x, int n)
{
    static const double numbers[2] = {2.5, -1};
    const volatile unsigned char *from = (const volatile unsigned char *)numbers;
    union number to[2];
    for (int i = 0; i < 8 * n; i++) {
        unsigned char byte = from[i];
        to[i / 8].bytes[i % 8] = byte;
    }
    return to[0].d * x[0] + to[1].d * x[1];
}

static double there_and_back(const double *x, int n)
{
    union number u = {x[0] * x[1]}, low = {0}, high = {0};
    memcpy(&low, &u, 2 * (size_t)n);
    memcpy(&high.bytes[4], &u.bytes[4], 2 * (size_t)n);
    u.d = 0;
    memcpy(&u, &low, 2 * (size_t)n);
    memcpy(&u.bytes[4], &high.bytes[4], 2 * (size_t)n);
    return u.d * x[1];
}

struct augmented {
    void *tape;
    double value;
};
extern struct augmented __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);

/* Tangents from the tape of a first half. */
#define SPLIT(f, ...)                                                                              \
    __enzyme_fwdsplit((f), __VA_ARGS__, __enzyme_augmentfwd((f), __VA_ARGS__).tape)

/* The signal that ends the derivative of f. */
#define SIGNAL_OF(mode, f)                                                                         \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            double x[2] = {1.5, 0.3}, dx[2] = {1, 1};                                              \
            fclose(stderr);                                                                        \
            mode((void *)(f), enzyme_dup, x, dx, enzyme_const, 2);                                 \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

#define CHECK_STOPS(f)                                                                             \
    do {                                                                                           \
        CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, f) == SIGABRT);                                    \
        CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, f) == SIGABRT);                                     \
    } while (0)

int main(void)
{
    double x[2] = {1.5, 0.3};
    CHECK_STOPS(low_cleared);
    CHECK_STOPS(low_copied);
    CHECK_STOPS(high_copied);
    CHECK_STOPS(low_moved);
    CHECK_STOPS(exchanged);
    CHECK_THAT(SIGNAL_OF(SPLIT, low_copied) == SIGABRT);
    ORACLE_GRADIENT(constant_bytes, x, 2);
    ORACLE_GRADIENT(there_and_back, x, 2);
    return oracle_result();
}

/* Integers that are laid over each other have no derivative where both are values, also if one of
 * them is zero; nor where bits of other integers replace bytes of a value that are zero, or half of
 * one value lies beside half of another. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static uint64_t cells[2];

__attribute__((noinline)) static void put(uint64_t a, uint64_t b)
{
    cells[0] = a;
    cells[1] = b;
}

enum { VALUE_AND_NOTHING, TWO_VALUES, VALUE_AND_INTEGER, HALVES_OF_TWO };

static double laid_over(const double *x, int way)
{
    double first = x[0] * x[1], second = x[1] * x[2];
    const uint64_t half = 0xffffffff;
    uint64_t v, w, a = 0, b = 0;
    memcpy(&v, &first, sizeof v);
    memcpy(&w, &second, sizeof w);
    switch (way) {
    case VALUE_AND_NOTHING: a = v, b = 0; break;
    case TWO_VALUES: a = v, b = w; break;
    case VALUE_AND_INTEGER: a = v, b = 1; break;
    case HALVES_OF_TWO: a = v & half, b = w & ~half; break;
    default: break;
    }
    put(a, b);
    w = cells[0] | cells[1];
    memcpy(&first, &w, sizeof first);
    return first;
}

/* The signal that ends the derivative. */
#define SIGNAL_OF(mode, x0, x2, way)                                                               \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            double x[3] = {x0, 3.25, x2}, dx[3] = {1, 1, 1};                                       \
            fclose(stderr);                                                                        \
            mode((void *)laid_over, enzyme_dup, x, dx, enzyme_const, way);                         \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

#define CHECK_STOPS(x0, x2, way)                                                                   \
    do {                                                                                           \
        CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, x0, x2, way) == SIGABRT);                          \
        CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, x0, x2, way) == SIGABRT);                           \
    } while (0)

int main(void)
{
    double x[3] = {0, 3.25, 1.75}, dx[3] = {0}, t[3] = {2, 0, 0};
    CHECK_STOPS(1.3, 1.75, TWO_VALUES);
    CHECK_STOPS(0, 1.75, TWO_VALUES);
    CHECK_STOPS(1.3, 0, TWO_VALUES);
    CHECK_STOPS(0, 0, TWO_VALUES);
    CHECK_STOPS(1.3, 1.75, VALUE_AND_INTEGER);
    CHECK_STOPS(0, 1.75, VALUE_AND_INTEGER);
    CHECK_STOPS(1.3, 1.75, HALVES_OF_TWO);
    CHECK_STOPS(0, 1.75, HALVES_OF_TWO);
    __enzyme_autodiff((void *)laid_over, enzyme_dup, x, dx, enzyme_const, VALUE_AND_NOTHING);
    CHECK(dx[0], 3.25);
    CHECK(dx[1], 0);
    CHECK(__enzyme_fwddiff((void *)laid_over, enzyme_dup, x, t, enzyme_const, VALUE_AND_NOTHING),
          6.5);
    return oracle_result();
}

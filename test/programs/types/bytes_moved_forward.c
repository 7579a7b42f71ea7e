/* Forward mode moves the shadow of integers that are loaded and stored as they are, whatever bytes
 * they are: of numbers or of pointers, or of both by turns. */
#include <stdint.h>
#include "oracle.h"

union slot {
    double number;
    const double *pointer;
    uint16_t words[4];
};

static void move(volatile uint16_t *to, const volatile uint16_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

/* Halves of the words are exchanged, and exchanged again. */
static double moved(const double *x, int n)
{
    union slot from[2] = {{.number = x[0] * x[1]}, {.pointer = x}}, between[2] = {{0}},
               to[2] = {{0}};
    for (int i = 0; i < n; i++) {
        move(between[i].words, from[i].words + 2, 2);
        move(between[i].words + 2, from[i].words, 2);
    }
    for (int i = 0; i < n; i++) {
        move(to[i].words, between[i].words + 2, 2);
        move(to[i].words + 2, between[i].words, 2);
    }
    return 3 * to[0].number * to[1].pointer[1];
}

/* What was loaded before the memory changed. */
static double exchanged(const double *x, int n)
{
    union slot s[2] = {{.number = x[0] * x[1]}, {.pointer = x}};
    volatile uint16_t *p = s[0].words, *q = s[1].words;
    for (int i = 0; i < 2 * n; i++) {
        uint16_t kept = p[i];
        p[i] = q[i];
        q[i] = kept;
    }
    return s[0].pointer[0] * s[1].number;
}

#define FORWARD(f) __enzyme_fwddiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2)

int main(void)
{
    double x[2] = {1.5, 0.3}, dx[2] = {1, -2};
    CHECK(FORWARD(moved), 3 * (0.3 * 0.3 - 2 * 2 * 1.5 * 0.3));
    CHECK(FORWARD(exchanged), 2 * 1.5 * 0.3 - 2 * 1.5 * 1.5);
    return oracle_result();
}

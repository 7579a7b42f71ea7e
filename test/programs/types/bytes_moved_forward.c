/* Forward mode moves the shadow of integers that are loaded and stored as they are, whatever bytes
 * they are: of numbers, of pointers, of both by turns. */
#include <stdint.h>
#include <stdlib.h>
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

static double bytes_on_heap(const double *x, int n)
{
    volatile unsigned char *to = malloc((size_t)n * sizeof *x);
    const unsigned char *from = (const unsigned char *)x;
    double sum = 0;
    for (int i = 0; i < n * 8; i++)
        to[i] = from[i];
    for (int i = 0; i < n; i++)
        sum += ((const double *)to)[i] * x[i];
    free((void *)to);
    return sum;
}

/* What was loaded before the memory changed. */
static double exchanged(const double *x, int n)
{
    union slot a = {.number = x[0] * x[0]}, b = {.number = x[1] * n};
    volatile uint16_t *p = a.words, *q = b.words;
    for (int i = 0; i < 2 * n; i++) {
        uint16_t kept = p[i];
        p[i] = q[i];
        q[i] = kept;
    }
    return a.number * a.number + b.number;
}

#define FORWARD(f) __enzyme_fwddiff((void *)(f), enzyme_dup, x, dx, enzyme_const, 2)

int main(void)
{
    double x[2] = {1.5, 0.3}, dx[2] = {1, -2};
    CHECK(FORWARD(moved), 3 * (0.3 * 0.3 - 2 * 2 * 1.5 * 0.3));
    CHECK(FORWARD(bytes_on_heap), 2 * (1.5 - 0.6));
    CHECK(FORWARD(exchanged), 2 * 4 * 0.3 * -2 + 2 * 1.5);
    return oracle_result();
}

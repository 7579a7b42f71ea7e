/* Slots that hold a number or a pointer, copied as integers that are also compared, added, chosen,
 * and made in two ways. */
#include <stdlib.h>
#include "oracle.h"

struct slot {
    int is_pointer;
    union {
        double number;
        double *pointer;
        long bits;
    } u;
};
static long seen;

static void copy_compared(struct slot *s, int i, int from)
{
    long x = s[from].u.bits;
    seen += x != 0;
    s[i].u.bits = x;
}
static void copy_added(struct slot *s, int i, int from)
{
    long x = s[from].u.bits;
    seen += x;
    s[i].u.bits = x;
}
static void copy_unless(struct slot *s, int i, int from)
{
    long x = s[from].u.bits;
    s[i].u.bits = from < 9 ? x : 0;
}
static void copy_seen(struct slot *s, int i, int from)
{
    long x = s[from].u.bits;
    if (x)
        seen++;
    s[i].u.bits = from < 9 ? x : 0;
}
static void copy_either(struct slot *s, int i, int from)
{
    long x = s[from].u.bits, y = s[0].u.bits;
    s[i].u.bits = from & 1 ? x : y;
}

/* One loop for each way to copy, so that each stays a loop of its own at every level. */
#define CHAIN(name, copy)                                                                          \
    __attribute__((noinline)) static void fill_##name(struct slot *s, int n)                       \
    {                                                                                              \
        static const int from[] = {0, 0, 1, 0, 2, 4};                                              \
        for (int i = 1; i < n; i++) {                                                              \
            s[i].is_pointer = s[from[i]].is_pointer;                                               \
            copy(s, i, from[i]);                                                                   \
        }                                                                                          \
    }                                                                                              \
    static double name(const double *x, int n)                                                     \
    {                                                                                              \
        double cell = x[1] * x[0], sum = 0;                                                        \
        struct slot *s = malloc(6 * sizeof *s);                                                    \
        s[0].is_pointer = n & 1;                                                                   \
        if (n & 1)                                                                                 \
            s[0].u.pointer = &cell;                                                                \
        else                                                                                       \
            s[0].u.number = x[0] * x[2];                                                           \
        fill_##name(s, 6);                                                                         \
        for (int i = 0; i < 6; i++)                                                                \
            sum += s[i].is_pointer ? *s[i].u.pointer * x[i % n]                                    \
                                   : s[i].u.number * s[i].u.number * x[i % n];                     \
        free(s);                                                                                   \
        return sum;                                                                                \
    }
CHAIN(compared, copy_compared)
CHAIN(added, copy_added)
CHAIN(unless, copy_unless)
CHAIN(looked_at, copy_seen)
CHAIN(either, copy_either)

int main(void)
{
    const double x[] = {1.5, 2.5, -0.75, 0.5};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(compared, x, n);
        ORACLE_GRADIENT(added, x, n);
        ORACLE_GRADIENT(unless, x, n);
        ORACLE_GRADIENT(looked_at, x, n);
        ORACLE_GRADIENT(either, x, n);
    }
    return oracle_result();
}

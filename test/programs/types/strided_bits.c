/* Numbers in the slots of an array, copied in a loop as integers that are also calculated with,
 * read one by one. */
#include <stdlib.h>
#include "oracle.h"

struct slot {
    int kind;
    union {
        double number;
        long bits;
    } u;
};
static long seen;

__attribute__((noinline)) static void copy(struct slot *s, int i, int from)
{
    long x = s[from].u.bits;
    seen += x;
    s[i].kind = s[from].kind;
    s[i].u.bits = x;
}
__attribute__((noinline)) static void fill(struct slot *s, int n)
{
    static const int from[] = {0, 0, 1, 0, 2, 4};
    for (int i = 1; i < n; i++)
        copy(s, i, from[i]);
}
static double added(const double *x, int n)
{
    double sum = 0;
    struct slot *s = malloc(6 * sizeof *s);
    s[0].kind = n;
    s[0].u.number = x[0] * x[2];
    fill(s, 6);
    for (int i = 0; i < 6; i++)
        sum += s[i].u.number * s[i].u.number * x[i % n];
    free(s);
    return sum;
}
struct all {
    long bits[4];
    double last;
};
static double declared(const double *x, int n)
{
    struct all *a = malloc(sizeof *a);
    double y, sum = 0;
    y = x[0] * x[1];
    for (int i = 0; i < 4; i++)
        a->bits[i] = i;
    a->last = y;
    for (int i = 0; i < n; i++)
        a->bits[i] += n + seen;
    sum = a->last * a->last + (a->bits[n - 1] & 1);
    free(a);
    return sum;
}

int main(void)
{
    const double x[] = {1.5, 2.5, -0.75, 0.5};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(added, x, n);
        ORACLE_GRADIENT(declared, x, n);
    }
    return oracle_result();
}

/* Integers in arrays of structs, shifted and counted, that have numbers behind them. */
#include <stdlib.h>
#include "oracle.h"

struct item {
    long count;
    int tag;
};
struct all {
    struct item items[4];
    double last;
    double other;
};
struct flat {
    long counts[4];
    double last;
};
static long seen;

__attribute__((noinline)) static void count(struct all *a, int n, int k)
{
    for (int i = 0; i < n; i++) {
        a->items[i].count += k * i + a->items[(i + 1) % n].count;
        a->items[i].tag = k;
    }
}
__attribute__((noinline)) static void shift(struct all *a, int n)
{
    long first = a->items[0].count;
    for (int i = 0; i + 1 < n; i++)
        a->items[i] = a->items[i + 1];
    for (int i = 0; i + 1 < n; i++)
        a->items[i].count = a->items[i + 1].count;
    a->items[n - 1].count = first;
    seen += first;
}
static double structs(const double *x, int n)
{
    struct all *a = calloc(1, sizeof *a);
    a->last = x[0] * x[1];
    a->other = x[1];
    count(a, n, 3);
    shift(a, n);
    double r = a->last * a->last * a->items[1].count + a->other * x[n - 1] * a->items[n - 1].count;
    for (int i = 0; i < n; i++)
        r += x[i] * a->items[i].count;
    free(a);
    return r;
}
__attribute__((noinline)) static void count_flat(struct flat *a, int n, int k)
{
    for (int i = 0; i < n; i++)
        a->counts[i] += k * i + a->counts[(i + 1) % n];
    long first = a->counts[0];
    for (int i = 0; i + 1 < n; i++)
        a->counts[i] = a->counts[i + 1];
    a->counts[n - 1] = first;
    seen += first;
}
static double flat(const double *x, int n)
{
    struct flat *a = calloc(1, sizeof *a);
    a->last = x[0] * x[1];
    count_flat(a, n, 3);
    double r = a->last * a->last * a->counts[1];
    for (int i = 0; i < n; i++)
        r += x[i] * a->counts[i] * a->last;
    free(a);
    return r;
}

int main(void)
{
    const double x[] = {1.5, 2.5, -0.75, 0.5};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(structs, x, n);
        ORACLE_GRADIENT(flat, x, n);
    }
    return oracle_result();
}

/* Variants with an integer, a number or a pointer in a union, passed and returned by value: the
 * bits of numbers travel as pointers. */
#include <stdlib.h>
#include "oracle.h"

enum kind { INTEGER, NUMBER, LIST };
struct value {
    enum kind kind;
    union {
        long i;
        double d;
        struct value *items;
    } as;
    int count;
};

static struct value integer(long i)
{
    return (struct value){.kind = INTEGER, .as.i = i};
}
static struct value number(double d)
{
    return (struct value){.kind = NUMBER, .as.d = d};
}

static struct value list(int count)
{
    struct value v = {.kind = LIST, .count = count};
    v.as.items = calloc((size_t)count, sizeof *v.as.items);
    return v;
}

static double as_double(struct value v)
{
    return v.kind == INTEGER ? (double)v.as.i : v.as.d;
}

static struct value add(struct value a, struct value b)
{
    if (a.kind == INTEGER && b.kind == INTEGER)
        return integer(a.as.i + b.as.i);
    return number(as_double(a) + as_double(b));
}

static struct value times(struct value a, struct value b)
{
    if (a.kind == INTEGER && b.kind == INTEGER)
        return integer(a.as.i * b.as.i);
    return number(as_double(a) * as_double(b));
}

static struct value sum(struct value v)
{
    if (v.kind != LIST)
        return v;
    struct value s = integer(0);
    for (int i = 0; i < v.count; i++)
        s = add(s, sum(v.as.items[i]));
    return s;
}

static void release(struct value v)
{
    if (v.kind != LIST)
        return;
    for (int i = 0; i < v.count; i++)
        release(v.as.items[i]);
    free(v.as.items);
}

static double flat(const double *x, int n)
{
    struct value a = list(n);
    for (int i = 0; i < n; i++)
        a.as.items[i] = number(x[i] * x[i]);
    double s = as_double(sum(a));
    release(a);
    return s;
}

static double nested(const double *x, int n)
{
    struct value a = list(n);
    for (int i = 0; i < n; i++)
        a.as.items[i] = i % 2 ? times(number(x[i]), integer(i)) : list(2);
    for (int i = 0; i < n; i += 2) {
        a.as.items[i].as.items[0] = integer(3);
        a.as.items[i].as.items[1] = times(number(x[i]), number(x[(i + 1) % n]));
    }
    struct value s = times(sum(a), sum(a));
    release(a);
    return s.as.d;
}

/* The larger one of two is copied whole. */
static double largest(const double *x, int n)
{
    struct value a = list(n), best = integer(-10);
    for (int i = 0; i < n; i++)
        a.as.items[i] = i == 1 ? list(1) : number(x[i] * x[i]);
    a.as.items[1].as.items[0] = number(x[0] * x[1]);
    for (int i = 0; i < n; i++) {
        struct value v = a.as.items[i].kind == LIST ? a.as.items[i].as.items[0] : a.as.items[i];
        best = as_double(v) > as_double(best) ? v : best;
    }
    double s = best.as.d * as_double(sum(a));
    release(a);
    return s;
}

int main(void)
{
    const double x[5] = {0.7, 1.3, 0.4, -0.9, 1.1};

    ORACLE_GRADIENT(flat, x, 5);
    ORACLE_GRADIENT(nested, x, 5);
    ORACLE_GRADIENT(largest, x, 5);
    return oracle_result();
}

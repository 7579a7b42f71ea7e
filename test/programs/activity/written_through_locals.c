/* A function hands on a struct of its own with the address of memory that it was given: what is
 * called then writes active values there. Both functions are too large to be inlined. */
#include "oracle.h"
#include "oracle_calls.h"
#include <stdio.h>

enum { N = 5 };
struct work {
    double *out;
    const double *in;
};
struct outer {
    int k;
    struct work *work;
};

#define NEVER(n)                                                                                   \
    if ((n) > 1000)                                                                                \
        printf("%d %d %d %d\n", (n) + 1, (n) * 3, (n) / 5, (n) - __LINE__);
#define NEVER_4(n)  NEVER(n) NEVER(n) NEVER(n) NEVER(n)
#define NEVER_16(n) NEVER_4(n) NEVER_4(n) NEVER_4(n) NEVER_4(n)
#define LARGE(n)    NEVER_16(n) NEVER_16(n) NEVER_16(n) NEVER_16(n) NEVER_16(n)

static void fill(const struct work *w, int n)
{
    LARGE(n)
    for (int i = 0; i < n; i++)
        w->out[i] += w->in[i] * w->in[i];
}

static void hand_on(double *out, const double *in, int n)
{
    struct work w = {out, in};
    LARGE(n)
    fill(&w, n);
    fill(&w, n - 1);
}

static double local(const double *x, int n)
{
    double y[N] = {0}, z[N] = {0}, s = 0;
    hand_on(y, x, n);
    hand_on(z, x, n);
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1) + z[i];
    return s;
}

static void fill_outer(const struct outer *o, int n)
{
    LARGE(n)
    for (int i = o->k; i < n; i++)
        o->work->out[i] += o->work->in[i] * o->work->in[i] * i;
}

static void hand_on_twice(double *out, const double *in, int n)
{
    struct work w = {out, in};
    struct outer o = {1, &w};
    LARGE(n)
    fill_outer(&o, n);
    fill_outer(&o, n - 1);
}

static double local_in_local(const double *x, int n)
{
    double y[N] = {0}, z[N] = {0}, s = 0;
    hand_on_twice(y, x, n);
    hand_on_twice(z, x, n);
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1) + z[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 3);
    ORACLE_GRADIENT(local, x, N);
    ORACLE_GRADIENT(local_in_local, x, N);
    return oracle_result();
}

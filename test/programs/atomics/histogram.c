/* A soft histogram with atomic bins and an atomic counter. */
#include <math.h>
#include <stdatomic.h>
#include "oracle.h"

struct histogram {
    atomic_int count;
    _Atomic double bin[4];
};

static void fill(struct histogram *h, double x)
{
    int k = (int)floor(2 + 2 * x), other = k < 3 ? k + 1 : 0;
    double t = 2 + 2 * x - k;
    atomic_fetch_add(&h->count, 1);
    h->bin[k] += 1 - t;
    h->bin[other] += t;
}

static double f(const double *x, int n)
{
    struct histogram h = {0};
    double s = 0;
    for (int i = 0; i < n; i++)
        fill(&h, x[i]);
    for (int k = 0; k < 4; k++)
        s += h.bin[k] * h.bin[k] / atomic_load(&h.count);
    return s;
}

int main(void)
{
    double x[9];
    oracle_random(x, 9, 21);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}

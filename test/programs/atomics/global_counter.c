/* An atomic global accumulator and an atomic pointer to data. */
#include <stdatomic.h>
#include "oracle.h"

static _Atomic double total;
static _Atomic(const double *) current;

static void accumulate(int i)
{
    const double *p = atomic_load(&current);
    total += p[i] * p[i] * (i + 1);
}

static double f(const double *x, int n)
{
    atomic_store(&total, 0.5);
    atomic_store(&current, x);
    for (int i = 0; i < n; i++)
        accumulate(i);
    return atomic_load(&total) * x[0];
}

int main(void)
{
    double x[4];
    oracle_random(x, 4, 2);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

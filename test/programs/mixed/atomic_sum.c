/* An atomic sum by a compare-exchange loop. */
#include "oracle.h"

static void add(_Atomic double *to, double v)
{
    double old = __c11_atomic_load(to, __ATOMIC_RELAXED);
    while (
        !__c11_atomic_compare_exchange_weak(to, &old, old + v, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static double f(const double *x, int n)
{
    _Atomic double sum = 0;
    for (int i = 0; i < n; i++)
        add(&sum, x[i] * x[i]);
    return sum * x[0];
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, -1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* The __atomic builtins on shared arrays of numbers. */
#include "oracle.h"

static void f(double *x, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        double v, next;
        __atomic_load(&x[i], &v, __ATOMIC_ACQUIRE);
        __atomic_load(&x[i + 1], &next, __ATOMIC_RELAXED);
        next = next * v + 0.5;
        __atomic_store(&x[i + 1], &next, __ATOMIC_RELEASE);
        double swapped, replacement = v * v;
        __atomic_exchange(&x[0], &replacement, &swapped, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&x[i], 0.25 * swapped, __ATOMIC_RELAXED);
        __atomic_fetch_sub(&x[n - 1], 0.5 * v, __ATOMIC_RELAXED);
    }
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 8);
    ORACLE_INPLACE(f, x, 5);
    return oracle_result();
}

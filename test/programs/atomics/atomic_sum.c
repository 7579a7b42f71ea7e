/* C11 atomic doubles: compound assignment, load, store and exchange. */
#include <stdatomic.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    _Atomic double sum = 0, last;
    atomic_init(&last, 1.0);
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
        double before = atomic_exchange(&last, x[i]);
        atomic_store(&sum, atomic_load(&sum) + before * x[i]);
        sum -= 0.25 * x[i];
        sum *= 0.9;
    }
    return sum * last;
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 8);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

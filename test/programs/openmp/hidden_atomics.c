/* A number that is multiplied as the bits of an integer, and one that is added to by attempts. */
#include "teams.h"
#include <stdint.h>
#include <string.h>

enum { N = 16 };

static void multiply(double *p, double v)
{
    uint64_t old, new;
    memcpy(&old, p, sizeof old);
    do {
        double product;
        memcpy(&product, &old, sizeof product);
        product *= v;
        memcpy(&new, &product, sizeof new);
    } while (!__atomic_compare_exchange_n((uint64_t *)p, &old, new, 0, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST));
}

static double product(const double *x, int n)
{
    double p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        multiply(&p, 0.5 + x[i]);
    return p;
}

/* Nothing needs an order here. */
static double sum(const double *x, int n)
{
    _Atomic double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return *(double *)&s * x[0];
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(product, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sum, x, N));
    return oracle_result();
}

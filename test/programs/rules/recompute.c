/* __enzyme_shouldrecompute: cheap pure functions are called again on the way back; __enzyme_nofree
 * changes no result. */
#include "oracle.h"
#include <math.h>

static int calls;
int slot(int i, int n)
{
    calls++;
    return (7 * i + 3) % n;
}
void *__enzyme_shouldrecompute_slot = (void *)slot;
void *__enzyme_inactivefn_slot = (void *)slot;

__attribute__((enzyme_shouldrecompute)) __attribute__((enzyme_inactive)) double weight(int i)
{
    return 1.0 / (1 + i);
}

__attribute__((noinline)) double total(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
void *__enzyme_nofree_total = (void *)total;

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s *= sin(x[slot(i, n)]) * weight(i);
    return s + total(x, n);
}

int main(void)
{
    double x[5], dx[5] = {0};
    extern void __enzyme_autodiff_v(void *, ...);
    extern int enzyme_dup;
    oracle_random(x, 5, 7);
    for (int i = 0; i < 5; i++)
        x[i] += 2;
    ORACLE_GRADIENT(f, x, 5);
    calls = 0;
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, 5);
    CHECK_THAT(calls >= 10); /* forward and backward */
    return oracle_result();
}

/* The program drives the time loop itself: one tape per step, in an array, reversed last to first
 * (LIFO). The state is updated in place, so every tape has the values of its own step. */
#include "oracle.h"
#include <math.h>

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void step(double *u, const double *k, int n)
{
    double left = u[0];
    for (int i = 1; i + 1 < n; i++) {
        double here = u[i];
        u[i] = here + k[0] * (left - 2 * here + u[i + 1]) + 0.01 * here * here;
        left = here;
    }
}

static void whole(const double *p, int n, double *u, int m)
{
    for (int t = 0; t < n; t++)
        step(u, p, m);
}

int main(void)
{
    enum { STEPS = 20, N = 8 };
    double u[N], du[N], v[N], dv[N], k[STEPS] = {0.2}, dk = 0, want[STEPS] = {0};
    void *tapes[STEPS];
    for (int i = 0; i < N; i++) {
        u[i] = v[i] = sin(i);
        du[i] = dv[i] = 1 + i;
    }
    for (int t = 0; t < STEPS; t++)
        tapes[t] = __enzyme_augmentfwd((void *)step, enzyme_dup, u, du, enzyme_dup, k, &dk,
                                       enzyme_const, N);
    for (int t = STEPS; t-- > 0;)
        __enzyme_reverse((void *)step, enzyme_dup, u, du, enzyme_dup, k, &dk, enzyme_const, N,
                         tapes[t]);
    __enzyme_autodiff_v((void *)whole, enzyme_dup, k, want, enzyme_const, STEPS, enzyme_dup, v, dv,
                        enzyme_const, N);
    CHECK(dk, want[0]);
    for (int i = 0; i < N; i++) {
        CHECK(u[i], v[i]);
        CHECK(du[i], dv[i]);
    }
    return oracle_result();
}

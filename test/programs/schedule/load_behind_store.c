/* What is loaded behind the store of the same iteration to the same element: its adjoint has to be
 * there when that of the stored value is taken, in each of several adjoint loops. A store through
 * an index that only the run knows keeps the two apart. */
#include "oracle.h"

enum { N = 30 };

static void f(const double *a, double *b, double *c, char *seen, const int *order, int n)
{
    for (int i = 0; i < n; i++) {
        b[i] = a[i] * a[i + 1];
        seen[order[i]] = 1;
        double t = a[i + 2] * 1.5, u = t * t + 0.5 * t - 3, w = u * t + 2 * u - t * 0.25;
        c[i] = b[i] * w + b[i] * b[i];
    }
}

int main(void)
{
    double a[N + 2], b[N], c[N], da[N + 2] = {0}, db[N] = {0}, dc[N], ta[N + 2], tb[N] = {0},
                                        tc[N] = {0}, weights[N];
    char seen[N], dseen[N];
    int order[N];
    oracle_random(a, N + 2, 1);
    oracle_random(ta, N + 2, 2);
    oracle_random(weights, N, 3);
    for (int i = 0; i < N; i++)
        dc[i] = weights[i], order[i] = (i * 7) % N;
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, c, dc,
                      enzyme_dup, seen, dseen, enzyme_const, order, enzyme_const, N);
    __enzyme_fwddiff((void *)f, enzyme_dup, a, ta, enzyme_dup, b, tb, enzyme_dup, c, tc, enzyme_dup,
                     seen, dseen, enzyme_const, order, enzyme_const, N);
    CHECK(oracle_dot(da, ta, N + 2), oracle_dot(weights, tc, N));
    return oracle_result();
}

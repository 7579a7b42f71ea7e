/* A caller-provided workspace passed as dup with a zero shadow, as contexts of solvers are. */
#include <string.h>
#include "oracle.h"

struct solver {
    int n, iterations;
    double *work, *residual;
    double tolerance;
};

static int solve(struct solver *s, const double *a, double *x)
{
    for (s->iterations = 0; s->iterations < 50; s->iterations++) {
        double norm = 0;
        for (int i = 0; i < s->n; i++) {
            s->work[i] = a[i] + 0.2 * x[(i + 1) % s->n] * x[i];
            s->residual[i] = s->work[i] - x[i];
            norm += s->residual[i] * s->residual[i];
        }
        memcpy(x, s->work, (size_t)s->n * sizeof *x);
        if (norm < s->tolerance)
            return 0;
    }
    return 1;
}

static double f(struct solver *s, const double *a)
{
    double x[3] = {0}, sum = 0;
    if (solve(s, a, x))
        return -1;
    for (int i = 0; i < s->n; i++)
        sum += x[i] * x[i];
    return sum;
}

static double plain(const double *a, int n)
{
    double work[3], residual[3];
    struct solver s = {n, 0, work, residual, 1e-24};
    return f(&s, a);
}

int main(void)
{
    const double a[3] = {0.5, -0.25, 0.75};
    double work[3], residual[3], dwork[3] = {0}, dresidual[3] = {0}, da[3] = {0}, want[3];
    struct solver s = {3, 0, work, residual, 1e-24}, ds = {3, 0, dwork, dresidual, 0};

    ORACLE_GRADIENT(plain, a, 3);
    GRADIENT(plain, a, want, 3);
    __enzyme_autodiff((void *)f, enzyme_dup, &s, &ds, enzyme_dup, a, da);
    CHECK_ARRAY(da, want, 3);
    return oracle_result();
}

/* Optional outputs: NULL where the caller does not want them, as in many C interfaces. */
#include <stddef.h>
#include "oracle.h"

static double energy(const double *x, int n, double *force, double *count)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        double d = x[i] - (i ? x[i - 1] : 0);
        e += d * d * d;
        if (force)
            force[i] = -3 * d * d;
    }
    if (count)
        *count += 1;
    return e;
}

static double f(const double *x, int n)
{
    double force[8], calls = 0, s = energy(x, n, NULL, &calls);
    s *= energy(x, n, force, NULL);
    for (int i = 0; i < n; i++)
        s += force[i] * force[i] * calls;
    return s;
}

static double direct(const double *x, double *force, int n)
{
    return energy(x, n, force, NULL);
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.2};
    double dx[4] = {0}, want[4];

    ORACLE_GRADIENT(f, x, 4);
    for (int i = 0; i < 4; i++) {
        double d = x[i] - (i ? x[i - 1] : 0), e = i < 3 ? x[i + 1] - x[i] : 0;
        want[i] = 3 * d * d - 3 * e * e;
    }
    __enzyme_autodiff((void *)direct, enzyme_dup, x, dx, enzyme_dup, NULL, NULL, enzyme_const, 4);
    CHECK_ARRAY(dx, want, 4);
    return oracle_result();
}

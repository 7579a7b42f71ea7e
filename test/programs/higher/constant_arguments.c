/* Second derivatives of two functions that call a third one with other numbers: the derivative of
 * that which the first of them needs the second one shares. */
#include "oracle.h"
#include "oracle_calls.h"

/* Recursive, so that it is not inlined. */
static double power_sum(const double *x, int n, int power)
{
    double p = 1;
    for (int k = 0; k < power; k++)
        p *= x[0];
    return n > 1 ? p + power_sum(x + 1, n - 1, power) : p;
}

static double cubes(const double *x)
{
    return power_sum(x, 2, 3);
}

static double fifths(const double *x)
{
    return power_sum(x, 4, 5);
}

#define DERIVATIVES(f)                                                                             \
    static void f##_gradient(const double *x, double *g)                                           \
    {                                                                                              \
        __enzyme_autodiff((void *)f, enzyme_dup, x, g);                                            \
    }                                                                                              \
    static double f##_along(const double *x, const double *v)                                      \
    {                                                                                              \
        return __enzyme_fwddiff((void *)f, enzyme_dup, x, v);                                      \
    }                                                                                              \
    static void f##_twice(const double *x, const double *v, double *h, double *t)                  \
    {                                                                                              \
        double g[4] = {0};                                                                         \
        __enzyme_fwddiff((void *)f##_gradient, enzyme_dup, x, v, enzyme_dup, g, h);                \
        *t = __enzyme_fwddiff((void *)f##_along, enzyme_dup, x, v, enzyme_const, v);               \
    }
DERIVATIVES(cubes)
DERIVATIVES(fifths)

int main(void)
{
    double x[4] = {0.5, 1.5, -1, 2}, v[4] = {1, -2, 3, 0.5}, h[4] = {0}, h5[4] = {0}, t, t5;
    double want = 0, want5 = 0;
    cubes_twice(x, v, h, &t);
    fifths_twice(x, v, h5, &t5);
    for (int i = 0; i < 4; i++) {
        double second = i < 2 ? 6 * x[i] * v[i] : 0, second5 = 20 * x[i] * x[i] * x[i] * v[i];
        CHECK(h[i], second);
        CHECK(h5[i], second5);
        want += second * v[i], want5 += second5 * v[i];
    }
    CHECK(t, want);
    CHECK(t5, want5);
    return oracle_result();
}

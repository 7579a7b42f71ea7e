/* Derivative calls behind macros and static inline wrappers, as headers of users define them. */
#include <math.h>
#include "oracle.h"

#define DIFF(f, ...) __enzyme_autodiff((void *)(f), __VA_ARGS__)
#define GRAD_OF(f)   grad_##f
#define DEFINE_GRAD(f)                                                                             \
    static inline void GRAD_OF(f)(const double *x, double *dx, int n)                              \
    {                                                                                              \
        __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, n);                        \
    }
#define ACTIVE(v)         enzyme_out, (v)
#define CONSTANT(v)       enzyme_const, (v)
#define DUPLICATED(v, dv) enzyme_dup, (v), (dv)

static double product(double a, double b)
{
    return a * sin(b);
}
static double norm2(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
DEFINE_GRAD(norm2)

static inline double derivative(double (*f)(double, double), double a, double b)
{
    return DIFF(f, ACTIVE(a), CONSTANT(b));
}
static inline __attribute__((always_inline)) double partial_b(double (*f)(double, double), double a,
                                                              double b)
{
    return __enzyme_autodiff((void *)f, enzyme_const, a, enzyme_out, b);
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    norm2(x, 3);
    GRAD_OF(norm2)(x, dx, 3);
    CHECK_ARRAY(dx, ((const double[]){2, 4, 6}), 3);
    CHECK(derivative(product, 2, 0.5), sin(0.5));
    CHECK(partial_b(product, 2, 0.5), 2 * cos(0.5));
    (void)DIFF(norm2, DUPLICATED(x, dx), CONSTANT(3));
    CHECK_ARRAY(dx, ((const double[]){4, 8, 12}), 3);
    return oracle_result();
}

/* Second derivatives of f in each combination of modes, and checks of them: f, of N numbers, in
 * which threads run, against serial_f, in which none do. */
#ifndef ORACLE_SECOND_ORDER_H
#define ORACLE_SECOND_ORDER_H
#include "oracle.h"
#include "oracle_calls.h"

enum { N = 9 };

/* Three ways to the Hessian of f times e. */
#define WAYS_ALONG(f)                                                                              \
    static double f##_along(const double *x, const double *e, int n)                               \
    {                                                                                              \
        return __enzyme_fwddiff((void *)f, enzyme_dup, x, e, enzyme_const, n);                     \
    }                                                                                              \
    static void f##_gradient(const double *x, double *g, int n)                                    \
    {                                                                                              \
        __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);                           \
    }                                                                                              \
    static void f##_forward_over_reverse(const double *x, const double *e, double *h)              \
    {                                                                                              \
        double g[N] = {0};                                                                         \
        __enzyme_fwddiff((void *)f##_gradient, enzyme_dup, x, e, enzyme_dup, g, h, enzyme_const,   \
                         N);                                                                       \
    }                                                                                              \
    static void f##_forward_over_forward(const double *x, const double *e, double *h)              \
    {                                                                                              \
        for (int i = 0; i < N; i++) {                                                              \
            double k[N] = {0};                                                                     \
            k[i] = 1;                                                                              \
            h[i] = __enzyme_fwddiff((void *)f##_along, enzyme_dup, x, k, enzyme_const, e,          \
                                    enzyme_const, N);                                              \
        }                                                                                          \
    }                                                                                              \
    static void f##_reverse_over_forward(const double *x, const double *e, double *h)              \
    {                                                                                              \
        __enzyme_autodiff((void *)f##_along, enzyme_dup, x, h, enzyme_const, e, enzyme_const, N);  \
    }

/* And a fourth one. */
#define WAYS(f)                                                                                    \
    WAYS_ALONG(f)                                                                                  \
    static double f##_slope(const double *x, const double *e, int n)                               \
    {                                                                                              \
        double g[N] = {0}, s = 0;                                                                  \
        f##_gradient(x, g, n);                                                                     \
        for (int i = 0; i < n; i++)                                                                \
            s += g[i] * e[i];                                                                      \
        return s;                                                                                  \
    }                                                                                              \
    static void f##_reverse_over_reverse(const double *x, const double *e, double *h)              \
    {                                                                                              \
        __enzyme_autodiff((void *)f##_slope, enzyme_dup, x, h, enzyme_const, e, enzyme_const, N);  \
    }

/* Without regions one way is enough. */
#define CHECKED_ALONG(f)                                                                           \
    WAYS_ALONG(f)                                                                                  \
    CHECK_ALONG(f)
#define CHECK_ALONG(f)                                                                             \
    static void serial_##f##_gradient(const double *x, double *g, int n)                           \
    {                                                                                              \
        __enzyme_autodiff((void *)serial_##f, enzyme_dup, x, g, enzyme_const, n);                  \
    }                                                                                              \
    static void serial_##f##_product(const double *x, const double *e, double *h)                  \
    {                                                                                              \
        double g[N] = {0};                                                                         \
        __enzyme_fwddiff((void *)serial_##f##_gradient, enzyme_dup, x, e, enzyme_dup, g, h,        \
                         enzyme_const, N);                                                         \
    }                                                                                              \
    static void check_##f(const double *x, const double *e)                                        \
    {                                                                                              \
        double want[N] = {0}, h[3][N] = {{0}};                                                     \
        serial_##f##_product(x, e, want);                                                          \
        f##_forward_over_reverse(x, e, h[0]);                                                      \
        CHECK_ARRAY(h[0], want, N);                                                                \
        f##_forward_over_forward(x, e, h[1]);                                                      \
        CHECK_ARRAY(h[1], want, N);                                                                \
        f##_reverse_over_forward(x, e, h[2]);                                                      \
        CHECK_ARRAY(h[2], want, N);                                                                \
    }

/* All four. */
#define CHECKED(f)                                                                                 \
    WAYS(f)                                                                                        \
    CHECK_ALONG(f)                                                                                 \
    static void check_all_of_##f(const double *x, const double *e)                                 \
    {                                                                                              \
        double want[N] = {0}, h[N] = {0};                                                          \
        serial_##f##_product(x, e, want);                                                          \
        f##_reverse_over_reverse(x, e, h);                                                         \
        CHECK_ARRAY(h, want, N);                                                                   \
        check_##f(x, e);                                                                           \
    }

static void fill(double *x, double *e)
{
    for (int i = 0; i < N; i++)
        x[i] = 0.7 + 0.13 * i + 0.05 * (i % 3), e[i] = 1 - 0.3 * i;
}
#endif

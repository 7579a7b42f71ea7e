/* Second derivatives of parallel regions in several directions and in split mode, of functions that
 * use a gradient in part or not at all, and third derivatives. */
#include "second_order_ways.h"
#include <math.h>
#include <stdlib.h>

struct augmented {
    void *tape;
    double result;
};
extern struct augmented __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);

static omp_lock_t second_order_lock;

/* Of the functions there, this program uses a few. */
#pragma clang diagnostic ignored "-Wunused-function"
#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(f)  f
#include "second_order.h"
#include "second_order_waiting.h"
#undef OMP
#undef NAME
#define OMP(...)
#define NAME(f) serial_##f
#include "second_order.h"
#include "second_order_waiting.h"

static const double other[N] = {0.5, 0, 1, 0, 0, -1, 0, 0.25, 0};

static double inner_product(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

/* What is differentiated: slopes, and functions of a gradient. */
#define OBJECTIVES(f)                                                                              \
    static double f##_by_halves(const double *x, const double *e, int n)                           \
    {                                                                                              \
        double g[N] = {0};                                                                         \
        struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, g, enzyme_const, n);    \
        __enzyme_reverse((void *)f, enzyme_dup, x, g, enzyme_const, n, 1.0, a.tape);               \
        return inner_product(g, e, n) * a.result;                                                  \
    }                                                                                              \
    static double f##_beside(const double *x, const double *e, int n)                              \
    {                                                                                              \
        double g[N] = {0};                                                                         \
        __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);                           \
        return f(x, n) * (g[1] > 1e30 ? e[0] : e[1]);                                              \
    }                                                                                              \
    static double f##_curvature(const double *x, const double *e, int n)                           \
    {                                                                                              \
        return __enzyme_fwddiff((void *)f##_slope, enzyme_dup, x, other, enzyme_const, e,          \
                                enzyme_const, n);                                                  \
    }                                                                                              \
    static double f##_curvature_along(const double *x, const double *e, int n)                     \
    {                                                                                              \
        return __enzyme_fwddiff((void *)f##_along, enzyme_dup, x, other, enzyme_const, e,          \
                                enzyme_const, n);                                                  \
    }                                                                                              \
    static double f##_product(const double *x, const double *e, int n)                             \
    {                                                                                              \
        double h[N] = {0};                                                                         \
        f##_reverse_over_reverse(x, e, h);                                                         \
        return inner_product(h, other, n);                                                         \
    }

#define REVERSE(of, h)                                                                             \
    __enzyme_autodiff((void *)of, enzyme_dup, x, h, enzyme_const, e, enzyme_const, N)
#define FORWARD(of)                                                                                \
    __enzyme_fwddiff((void *)of, enzyme_dup, x, other, enzyme_const, e, enzyme_const, N)

/* All numbers that are compared: those of f and of serial_f are the same. */
enum { NUMBERS = 14 };
#define FORMS(f)                                                                                   \
    WAYS(f)                                                                                        \
    OBJECTIVES(f)                                                                                  \
    static void f##_forms(const double *x, const double *e, double *to)                            \
    {                                                                                              \
        double h[6][N] = {{0}};                                                                    \
        REVERSE(f##_by_halves, h[0]);                                                              \
        REVERSE(f##_beside, h[1]);                                                                 \
        REVERSE(f##_curvature, h[2]);                                                              \
        REVERSE(f##_curvature_along, h[3]);                                                        \
        for (int i = 0; i < 4; i++)                                                                \
            to[i] = inner_product(h[i], other, N);                                                 \
        to[4] = FORWARD(f##_by_halves), to[5] = FORWARD(f##_beside);                               \
        to[6] = FORWARD(f##_curvature), to[7] = FORWARD(f##_curvature_along);                      \
        to[8] = FORWARD(f##_product);                                                              \
        struct two both = __enzyme_fwddiff_2((void *)f##_slope, enzyme_width, 2, enzyme_dup, x, e, \
                                             other, enzyme_const, e, enzyme_const, N);             \
        to[9] = both.x, to[10] = both.y;                                                           \
        struct augmented a = __enzyme_augmentfwd((void *)f##_slope, enzyme_dup, x, h[4],           \
                                                 enzyme_const, e, enzyme_const, N);                \
        __enzyme_reverse((void *)f##_slope, enzyme_dup, x, h[4], enzyme_const, e, enzyme_const, N, \
                         1.0, a.tape);                                                             \
        a = __enzyme_augmentfwd((void *)f##_along, enzyme_dup, x, h[5], enzyme_const, e,           \
                                enzyme_const, N);                                                  \
        __enzyme_reverse((void *)f##_along, enzyme_dup, x, h[5], enzyme_const, e, enzyme_const, N, \
                         1.0, a.tape);                                                             \
        to[11] = inner_product(h[4], other, N), to[12] = inner_product(h[5], other, N);            \
        to[13] = a.result;                                                                         \
    }
#define CHECKED_FORMS(f)                                                                           \
    FORMS(f)                                                                                       \
    FORMS(serial_##f)                                                                              \
    static void check_##f(const double *x, const double *e)                                        \
    {                                                                                              \
        double got[NUMBERS], want[NUMBERS];                                                        \
        f##_forms(x, e, got);                                                                      \
        serial_##f##_forms(x, e, want);                                                            \
        CHECK_ARRAY(got, want, NUMBERS);                                                           \
    }

CHECKED_FORMS(squares)
CHECKED_FORMS(critical)
CHECKED_FORMS(barriers)

static void check_all(void)
{
    double x[N], e[N];
    fill(x, e);
    check_squares(x, e);
    check_critical(x, e);
    check_barriers(x, e);
}

int main(void)
{
    omp_init_lock(&second_order_lock);
    FOR_TEAMS(check_all());
    return oracle_result();
}

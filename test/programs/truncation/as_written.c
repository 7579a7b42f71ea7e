/* Truncated functions compute what the same functions written in the narrow format do, bit for bit.
 */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double unary(double);
typedef double binary(double, double);
unary *__enzyme_truncate_op_func_1(void *, int, int);
binary *__enzyme_truncate_op_func_2(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);

#define SAME(got, want)                                                                            \
    do {                                                                                           \
        double a = (got), b = (double)(want);                                                      \
        CHECK_THAT(!memcmp(&a, &b, sizeof a));                                                     \
    } while (0)

/* Each function once for each format. */
#define FUNCTIONS(T, NAME, SIN, EXP, POW, SQRT, FABS, FLOOR, FMA)                                  \
    static T NAME##_polynomial(T x)                                                                \
    {                                                                                              \
        T s = (T)0.1;                                                                              \
        for (int i = 1; i <= 12; i++)                                                              \
            s = s * x + (T)1 / (T)i;                                                               \
        return s;                                                                                  \
    }                                                                                              \
    static T NAME##_functions(T x)                                                                 \
    {                                                                                              \
        T y = EXP(SIN(x)) - POW(FABS(x), (T)1.7);                                                  \
        return SQRT(FABS(y)) + FLOOR(x * (T)7.3) + FMA(x, y, (T)0.3);                              \
    }                                                                                              \
    static T NAME##_recursive(T x, int n)                                                          \
    {                                                                                              \
        return n ? (T)0.75 * NAME##_recursive(x - (T)0.01, n - 1) + (T)n : -x;                     \
    }                                                                                              \
    static T NAME##_calls(T x)                                                                     \
    {                                                                                              \
        return NAME##_recursive(x, 9);                                                             \
    }                                                                                              \
    static T NAME##_choice(T x)                                                                    \
    {                                                                                              \
        if (x + (T)1e-12 > x)                                                                      \
            return (T)1;                                                                           \
        return x != (T)0.1 ? (T)2 : (T)3;                                                          \
    }                                                                                              \
    static T NAME##_memory(T x)                                                                    \
    {                                                                                              \
        T *a = malloc(20 * sizeof *a), s = (T)0;                                                   \
        for (int i = 0; i < 20; i++)                                                               \
            a[i] = x / (T)(i + 3);                                                                 \
        for (int i = 0; i < 20; i++)                                                               \
            s += a[i] * a[19 - i];                                                                 \
        free(a);                                                                                   \
        return s;                                                                                  \
    }                                                                                              \
    static T NAME##_contracted(T x)                                                                \
    {                                                                                              \
        return x * x + (T)0.7;                                                                     \
    }                                                                                              \
    static T NAME##_integers(T x)                                                                  \
    {                                                                                              \
        long n = (long)(x * (T)1000);                                                              \
        return (T)(n * 16777217) + (T)n;                                                           \
    }

FUNCTIONS(double, wide, sin, exp, pow, sqrt, fabs, floor, fma)
FUNCTIONS(float, narrow, sinf, expf, powf, sqrtf, fabsf, floorf, fmaf)

#define BOTH(f)                                                                                    \
    do {                                                                                           \
        for (double x = -1.3; x < 2; x += 0.37) {                                                  \
            SAME(__enzyme_truncate_op_func_1((void *)wide_##f, 64, 32)(x), narrow_##f((float)x));  \
            SAME(__enzyme_truncate_mem_func_1((void *)wide_##f, 64, 32)(x), narrow_##f((float)x)); \
        }                                                                                          \
    } while (0)

/* The truncation changes nothing of the function itself. */
static void check_wide(void)
{
    double before = wide_polynomial(0.3);
    double truncated = __enzyme_truncate_op_func_1((void *)wide_polynomial, 64, 32)(0.3);
    CHECK_THAT(before == wide_polynomial(0.3));
    CHECK_THAT(before != truncated);
    CHECK_TOL(truncated, before, 1e-6);
}

/* The C library calls back what belongs to the clone. */
static int order(const void *a, const void *b)
{
    double x = *(const double *)a + 1, y = *(const double *)b + 1;
    return (x > y) - (x < y);
}
static double smallest(double x, double y)
{
    double a[2] = {x, y};
    qsort(a, 2, sizeof *a, order);
    return a[0];
}

static void check_callback(void)
{
    CHECK_THAT(smallest(2e-9, 1e-9) == 1e-9);
    CHECK_THAT(__enzyme_truncate_op_func_2((void *)smallest, 64, 32)(2e-9, 1e-9) == 2e-9);
}

int main(void)
{
    BOTH(polynomial);
    BOTH(functions);
    BOTH(calls);
    BOTH(memory);
    BOTH(contracted);
    BOTH(integers);
    SAME(__enzyme_truncate_op_func_1((void *)wide_choice, 64, 32)(0.1), narrow_choice(0.1f));
    SAME(__enzyme_truncate_op_func_1((void *)wide_choice, 64, 32)(0.3), narrow_choice(0.3f));
    CHECK_THAT(wide_choice(0.3) == 1);
    check_wide();
    check_callback();
    return oracle_result();
}

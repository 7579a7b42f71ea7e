/* Structs passed and returned in two registers, one of which carries numbers beside an integer. */
#include "oracle.h"

#define SHAPES(S)                                                                                  \
    S(                                                                                             \
        float_int_double,                                                                          \
        {                                                                                          \
            float x;                                                                               \
            int k;                                                                                 \
            double y;                                                                              \
        },                                                                                         \
        v.x *v.y, v.x + 1, 0.5 * v.y * v.x)                                                        \
    S(                                                                                             \
        float_int_int,                                                                             \
        {                                                                                          \
            float x;                                                                               \
            int k;                                                                                 \
            int y;                                                                                 \
        },                                                                                         \
        v.x * 3, v.x * v.x, v.y)                                                                   \
    S(                                                                                             \
        int_float_int,                                                                             \
        {                                                                                          \
            int k;                                                                                 \
            float x;                                                                               \
            int y;                                                                                 \
        },                                                                                         \
        v.x * 3, v.x * v.x, v.y)                                                                   \
    S(                                                                                             \
        double_int_float,                                                                          \
        {                                                                                          \
            double y;                                                                              \
            int k;                                                                                 \
            float x;                                                                               \
        },                                                                                         \
        v.x *v.y, v.x + 1, 0.5 * v.y * v.x)                                                        \
    S(                                                                                             \
        int_float_long,                                                                            \
        {                                                                                          \
            int k;                                                                                 \
            float x;                                                                               \
            long y;                                                                                \
        },                                                                                         \
        v.x *v.x, v.x * 0.5f, v.y)                                                                 \
    S(                                                                                             \
        long_int_float,                                                                            \
        {                                                                                          \
            long y;                                                                                \
            int k;                                                                                 \
            float x;                                                                               \
        },                                                                                         \
        v.x *v.x, v.x * 0.5f, v.y)                                                                 \
    S(                                                                                             \
        int_float_pointer,                                                                         \
        {                                                                                          \
            int k;                                                                                 \
            float x;                                                                               \
            const double *p;                                                                       \
        },                                                                                         \
        v.x *v.p[0], v.x * 2, 0)

/* next changes one number and hands the others through; twice joins two ways. */
#define DEFINE(name, members, value, next_x, unused)                                               \
    struct name members;                                                                           \
    __attribute__((noinline)) static struct name next_##name(struct name v)                        \
    {                                                                                              \
        v.x = next_x;                                                                              \
        v.k++;                                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    __attribute__((noinline)) static struct name same_##name(struct name v, int n)                 \
    {                                                                                              \
        if (n > 2)                                                                                 \
            v = next_##name(v);                                                                    \
        return v;                                                                                  \
    }                                                                                              \
    __attribute__((noinline)) static double value_##name(struct name v)                            \
    {                                                                                              \
        return value;                                                                              \
    }

SHAPES(DEFINE)

#define CASE(name, set_y)                                                                          \
    static double through_##name(const double *x, int n)                                           \
    {                                                                                              \
        struct name v = {0}, w;                                                                    \
        v.x = (float)x[0];                                                                         \
        set_y;                                                                                     \
        v = same_##name(v, n);                                                                     \
        w = same_##name(v, n - 2);                                                                 \
        return value_##name(v) + value_##name(w) * v.x + v.k;                                      \
    }

CASE(float_int_double, v.y = x[1])
CASE(float_int_int, v.y = 3)
CASE(int_float_int, v.y = 3)
CASE(double_int_float, v.y = x[1])
CASE(int_float_long, v.y = 3)
CASE(long_int_float, v.y = 3)
CASE(int_float_pointer, v.p = x + 1)

static void check(void (*reverse)(double *), double (*forward)(double, double), double by_x,
                  double by_y)
{
    double g[2] = {0};
    reverse(g);
    CHECK_FLOAT(g[0], by_x);
    CHECK_FLOAT(g[1], by_y);
    CHECK_FLOAT(forward(1, 0), by_x);
    CHECK_FLOAT(forward(0, 1), by_y);
}

#define CHECK_CASE(name, by_x, by_y)                                                               \
    static void reverse_##name(double *g)                                                          \
    {                                                                                              \
        double x[2] = {2, 0.5};                                                                    \
        __enzyme_autodiff((void *)through_##name, enzyme_dup, x, g, enzyme_const, 3);              \
    }                                                                                              \
    static double forward_##name(double a, double b)                                               \
    {                                                                                              \
        double x[2] = {2, 0.5}, dx[2] = {a, b};                                                    \
        return __enzyme_fwddiff((void *)through_##name, enzyme_dup, x, dx, enzyme_const, 3);       \
    }                                                                                              \
    static void check_##name(void)                                                                 \
    {                                                                                              \
        check(reverse_##name, forward_##name, by_x, by_y);                                         \
    }

CHECK_CASE(float_int_double, 3.5, 12)
CHECK_CASE(float_int_int, 108, 0)
CHECK_CASE(int_float_int, 108, 0)
CHECK_CASE(double_int_float, 3.5, 12)
CHECK_CASE(int_float_long, 2.5, 0)
CHECK_CASE(long_int_float, 2.5, 0)
CHECK_CASE(int_float_pointer, 9, 20)

int main(void)
{
    check_float_int_double();
    check_float_int_int();
    check_int_float_int();
    check_double_int_float();
    check_int_float_long();
    check_long_int_float();
    check_int_float_pointer();
    return oracle_result();
}

/* Formats, values, and what is only moved. */
#include "oracle.h"
#include <math.h>
#include <string.h>

typedef double unary(double);
typedef float float_unary(float);
typedef double kernel(const double *, double *, int);
unary *__enzyme_truncate_op_func_1(void *, int, int);
float_unary *__enzyme_truncate_op_func_f(void *, int, int);
unary *__enzyme_truncate_op_func_format(void *, int, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);
kernel *__enzyme_truncate_mem_func_k(void *, int, int);
double __enzyme_truncate_mem_value(double, int, int);
double __enzyme_truncate_mem_value_format(double, int, int, int);
double __enzyme_expand_mem_value(double, int, int);

static double square(double x)
{
    return x * x;
}
static float float_square(float x)
{
    return x * x;
}
static double same(double x)
{
    return x;
}
static double tenth(double x)
{
    return x > 100 ? x : 0.1;
}
static double norm(const double *x, double *squares, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        s += squares[i];
    }
    return sqrt(s);
}
static double as_long_double(double x)
{
    long double y = x;
    return (double)(y / 3);
}

static void check_formats(void)
{
    double x = 1.23456789;
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)square, 64, 32)(x) ==
               (float)((float)x * (float)x));
    _Float16 h = (_Float16)((_Float16)x * (_Float16)x);
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)square, 64, 16)(x) == (double)h);
    CHECK_THAT(__enzyme_truncate_op_func_f((void *)float_square, 32, 16)((float)x) ==
               (float)(_Float16)((_Float16)(float)x * (_Float16)(float)x));
    CHECK_THAT(__enzyme_truncate_op_func_format((void *)square, 64, 8, 23)(x) ==
               (float)((float)x * (float)x));
    CHECK_THAT(isinf(__enzyme_truncate_op_func_1((void *)square, 64, 16)(300.0)));
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)square, 64, 32)(1e-30) == 0);
}

/* `op` leaves alone what is only moved. Other formats are other formats. */
static void check_moves(void)
{
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)same, 64, 32)(0.1) == 0.1);
    CHECK_THAT(__enzyme_truncate_mem_func_1((void *)same, 64, 32)(0.1) == 0.1f);
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)tenth, 64, 32)(0.3) == 0.1);
    CHECK_THAT(__enzyme_truncate_mem_func_1((void *)tenth, 64, 32)(0.3) == 0.1f);
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)as_long_double, 64, 32)(0.1) ==
               (float)((long double)0.1f / 3));
}

static void check_values(void)
{
    double x = __enzyme_truncate_mem_value(0.1, 64, 32);
    CHECK_THAT(x == 0.1f);
    CHECK_THAT(__enzyme_expand_mem_value(x, 64, 32) == 0.1f);
    CHECK_THAT(__enzyme_truncate_mem_value_format(0.1, 64, 5, 10) == (double)(_Float16)0.1);
}

static void check_memory(void)
{
    enum { N = 10 };
    double x[N], squares[N];
    float s = 0;
    oracle_random(x, N, 4);
    double r = __enzyme_truncate_mem_func_k((void *)norm, 64, 32)(x, squares, N);
    for (int i = 0; i < N; i++) {
        float y = (float)x[i] * (float)x[i];
        CHECK_THAT(squares[i] == y);
        s += y;
    }
    CHECK_THAT(r == sqrtf(s));
}

int main(void)
{
    check_formats();
    check_moves();
    check_values();
    check_memory();
    return oracle_result();
}

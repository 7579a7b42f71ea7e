/* Functions with derivatives inside that are truncated, and differentiated in turn: also by others
 * that call them, and several levels deep. */
#include "oracle.h"
#include <math.h>

typedef double unary(double);
unary *__enzyme_truncate_op_func_1(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);

static double f(double x)
{
    return x * x * sin(x);
}
static double slope(double x)
{
    return 1.1 * x * __enzyme_autodiff((void *)f, x);
}
static double tangent(double x)
{
    return 1.1 * x * __enzyme_fwddiff((void *)f, x, 1.0);
}
static double calls_truncated(double x)
{
    return __enzyme_truncate_op_func_1((void *)slope, 64, 32)(x) * x;
}
static double slope_of_truncated(double x)
{
    return x * __enzyme_autodiff((void *)__enzyme_truncate_op_func_1((void *)slope, 64, 32), x);
}
static double others(double x)
{
    return __enzyme_autodiff((void *)f, x);
}

/* f' = 2 x sin x + x^2 cos x, and so on. */
static double d1(double x)
{
    return 2 * x * sin(x) + x * x * cos(x);
}
static double d2(double x)
{
    return 2 * sin(x) + 4 * x * cos(x) - x * x * sin(x);
}
static double d3(double x)
{
    return 6 * cos(x) - 6 * x * sin(x) - x * x * cos(x);
}

int main(void)
{
    for (double x = 0.3; x < 2; x += 0.4) {
        double s = 1.1 * x * d1(x), ds = 1.1 * (d1(x) + x * d2(x)),
               dds = 1.1 * (2 * d2(x) + x * d3(x));
        void *op = (void *)__enzyme_truncate_op_func_1((void *)slope, 64, 32),
             *mem = (void *)__enzyme_truncate_mem_func_1((void *)slope, 64, 32),
             *forward = (void *)__enzyme_truncate_op_func_1((void *)tangent, 64, 32);
        CHECK_TOL(__enzyme_truncate_op_func_1((void *)slope, 64, 32)(x), s, 1e-5);
        CHECK_THAT(__enzyme_truncate_op_func_1((void *)slope, 64, 32)(x) != slope(x));
        CHECK_TOL(__enzyme_autodiff(op, x), ds, 1e-5);
        CHECK_TOL(__enzyme_autodiff(mem, x), ds, 1e-5);
        CHECK_TOL(__enzyme_fwddiff(op, x, 1.0), ds, 1e-5);
        CHECK_TOL(__enzyme_autodiff(forward, x), ds, 1e-5);
        CHECK_TOL(__enzyme_autodiff((void *)calls_truncated, x), ds * x + s, 1e-5);
        CHECK_TOL(__enzyme_autodiff((void *)slope_of_truncated, x), dds * x + ds, 1e-5);
        CHECK_TOL(__enzyme_autodiff(
                      (void *)__enzyme_truncate_op_func_1((void *)slope_of_truncated, 64, 32), x),
                  dds * x + ds, 1e-4);
        CHECK(others(x), d1(x));
    }
    return oracle_result();
}

/* Derivatives of truncated functions, and truncated derivatives. */
#include "oracle.h"
#include <math.h>

typedef double unary(double);
typedef double objective(const double *, int);
typedef void gradient(const double *, double *, int);
unary *__enzyme_truncate_op_func_1(void *, int, int);
objective *__enzyme_truncate_op_func_o(void *, int, int);
gradient *__enzyme_truncate_op_func_g(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);
double __enzyme_error_estimate(void *, ...);

static double f(double x)
{
    return x * x * x + sin(x) / x;
}
static double slope(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double forward_slope(double x)
{
    return __enzyme_fwddiff((void *)f, x, 1.0);
}
static float narrow_f(float x)
{
    return x * x * x + sinf(x) / x;
}

static double exact_slope(double x)
{
    return 3 * x * x + cos(x) / x - sin(x) / (x * x);
}

static double energy(const double *x, int n)
{
    double e = 0;
    for (int i = 1; i < n; i++)
        e += log(1 + (x[i] - x[i - 1]) * (x[i] - x[i - 1])) * x[i];
    return e;
}
static void energy_gradient(const double *x, double *dx, int n)
{
    __enzyme_autodiff_v((void *)energy, enzyme_dup, x, dx, enzyme_const, n);
}

static void check_scalar(double x)
{
    void *op = (void *)__enzyme_truncate_op_func_1((void *)f, 64, 32);
    CHECK_TOL(__enzyme_autodiff(op, x), exact_slope(x), 1e-5);
    CHECK_TOL(__enzyme_fwddiff(op, x, 1.0), exact_slope(x), 1e-5);
    CHECK_TOL(__enzyme_autodiff((void *)__enzyme_truncate_mem_func_1((void *)f, 64, 32), x),
              exact_slope(x), 1e-5);
    double truncated = __enzyme_truncate_op_func_1((void *)slope, 64, 32)(x);
    CHECK_TOL(truncated, exact_slope(x), 1e-5);
    CHECK_THAT(truncated == (float)truncated);
    CHECK_THAT(truncated != slope(x));
    CHECK_TOL(__enzyme_truncate_op_func_1((void *)forward_slope, 64, 32)(x), exact_slope(x), 1e-5);
}

enum { N = 6 };

static void check_gradients(void)
{
    double x[N], want[N] = {0}, of_truncated[N] = {0}, truncated[N] = {0};
    oracle_random(x, N, 2);
    energy_gradient(x, want, N);
    __enzyme_autodiff_v((void *)__enzyme_truncate_op_func_o((void *)energy, 64, 32), enzyme_dup, x,
                        of_truncated, enzyme_const, N);
    __enzyme_truncate_op_func_g((void *)energy_gradient, 64, 32)(x, truncated, N);
    for (int i = 0; i < N; i++) {
        CHECK_TOL(of_truncated[i], want[i], 1e-5);
        CHECK_TOL(truncated[i], want[i], 1e-5);
        CHECK_THAT(truncated[i] == (float)truncated[i]);
    }
}

/* The estimate in the wide format of what the narrow one does. */
static void check_estimate(double x)
{
    void *op = (void *)__enzyme_truncate_op_func_1((void *)f, 64, 32);
    double error = __enzyme_error_estimate(op, x, 0.0);
    CHECK_THAT(fabs((double)narrow_f((float)x) - f(x)) <= error);
    CHECK_THAT(error < 1e-5);
}

int main(void)
{
    check_scalar(0.7);
    check_scalar(1.9);
    check_gradients();
    check_estimate(0.7);
    check_estimate(1.9);
    return oracle_result();
}

/* Functions of <complex.h> in truncated functions: as float's compute, bit for bit; in other
 * formats rounded; and their derivatives. */
#include <complex.h>
#include "oracle.h"
#include <math.h>

typedef double unary(double);
typedef float narrow(float);
unary *__enzyme_truncate_op_func_1(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);
unary *__enzyme_truncate_op_func_3(void *, int, int, int);
narrow *__enzyme_truncate_op_func_f(void *, int, int);

#define FUNCTION(name, of)                                                                         \
    static double name(double x)                                                                   \
    {                                                                                              \
        double complex z = of(x * 1.1 + 0.3 * I);                                                  \
        return creal(z) * cimag(z) + creal(z);                                                     \
    }                                                                                              \
    static float narrow_##name(float x)                                                            \
    {                                                                                              \
        float complex z = of##f(x * 1.1F + 0.3F * I);                                              \
        return crealf(z) * cimagf(z) + crealf(z);                                                  \
    }
FUNCTION(exponential, cexp)
FUNCTION(logarithm, clog)
FUNCTION(root, csqrt)
FUNCTION(sine, csin)
FUNCTION(tangent, ctanh)
FUNCTION(arc, casinh)
FUNCTION(projection, cproj)

static double power(double x)
{
    double complex z = cpow(x + 0.5 * I, 1.5 - 0.25 * I);
    return creal(z) + cimag(z);
}
static float narrow_power(float x)
{
    float complex z = cpowf(x + 0.5F * I, 1.5F - 0.25F * I);
    return crealf(z) + cimagf(z);
}
static double polar(double x)
{
    double complex z = x - 0.7 * I;
    return cabs(z) * carg(z);
}
static float narrow_polar(float x)
{
    float complex z = x - 0.7F * I;
    return cabsf(z) * cargf(z);
}
/* Quotients are calls of the compiler's library. */
static double quotient(double x)
{
    double complex a = x + 2 * I, b = 3 - x * I, z = a / b;
    return creal(z) - cimag(z);
}
static float narrow_quotient(float x)
{
    float complex a = x + 2 * I, b = 3 - x * I, z = a / b;
    return crealf(z) - cimagf(z);
}
/* As its products with infinite numbers are. */
static double infinite_product(double x)
{
    double complex a = __builtin_complex(x * INFINITY, (double)NAN), b = 3 + x * I, z = a * b;
    return creal(z);
}
/* Of long double, which stays. */
static double longer(double x)
{
    return (double)creall(cexpl(x * 1.1L + 0.3L * I));
}

static double slope(unary *f, double x)
{
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
}
/* A macro, as each call names its function. */
#define COMPARE(f)                                                                                 \
    do {                                                                                           \
        for (int i = 1; i < 9; i++) {                                                              \
            double x = 0.17F * i;                                                                  \
            CHECK_THAT(__enzyme_truncate_op_func_1((void *)f, 64, 32)(x) == narrow_##f((float)x)); \
            CHECK_THAT(__enzyme_truncate_mem_func_1((void *)f, 64, 32)(x) ==                       \
                       narrow_##f((float)x));                                                      \
            CHECK_TOL(__enzyme_truncate_op_func_1((void *)f, 64, 16)(x), f(x), 2e-2);              \
            CHECK_TOL(__enzyme_truncate_op_func_3((void *)f, 64, 11, 30)(x), f(x), 1e-7);          \
            CHECK_TOL(__enzyme_truncate_op_func_f((void *)narrow_##f, 32, 16)((float)x), f(x),     \
                      2e-2);                                                                       \
            void *op = (void *)__enzyme_truncate_op_func_1((void *)f, 64, 32);                     \
            CHECK_TOL(__enzyme_autodiff(op, x), slope(f, x), 1e-4);                                \
            CHECK_TOL(__enzyme_fwddiff(op, x, 1.0), slope(f, x), 1e-4);                            \
            void *other = (void *)__enzyme_truncate_op_func_3((void *)f, 64, 11, 30);              \
            CHECK_TOL(__enzyme_autodiff(other, x), slope(f, x), 1e-5);                             \
            CHECK_TOL(__enzyme_fwddiff(other, x, 1.0), slope(f, x), 1e-5);                         \
        }                                                                                          \
    } while (0)

int main(void)
{
    COMPARE(exponential);
    COMPARE(logarithm);
    COMPARE(root);
    COMPARE(sine);
    COMPARE(tangent);
    COMPARE(arc);
    COMPARE(projection);
    COMPARE(power);
    COMPARE(polar);
    COMPARE(quotient);
    CHECK_THAT(isinf(__enzyme_truncate_op_func_1((void *)infinite_product, 64, 32)(2)));
    CHECK_THAT(isinf(__enzyme_truncate_op_func_3((void *)infinite_product, 64, 8, 10)(2)));
    CHECK_TOL(__enzyme_truncate_op_func_1((void *)longer, 64, 32)(0.5), longer(0.5), 1e-6);
    return oracle_result();
}

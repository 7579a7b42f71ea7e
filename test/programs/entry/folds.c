/* __enzyme_sum and __enzyme_product of any number of operands, with any prototype. */
#include "oracle.h"
#include <math.h>

extern int enzyme_width, enzyme_vector, enzyme_scalar;
double __enzyme_sum(double, ...), __enzyme_product(double, ...);
double __enzyme_sum_of_none(void), __enzyme_product_of_none(void);
float __enzyme_sum_f(float, float, float), __enzyme_product_f(float, float, double);
float __enzyme_product_promoted(double, ...);
long double __enzyme_sum_l(long double, double, float);
typedef double lanes __attribute__((vector_size(16)));
lanes __enzyme_product_lanes(lanes, lanes, lanes);
struct fourfold {
    double v[4];
};
extern struct fourfold __enzyme_batch_4(void *, ...), __enzyme_autodiff_fourfold(void *, ...);
extern float __enzyme_autodiff_float(void *, ...);
extern long double __enzyme_autodiff_long(void *, ...);

static double sum(double x)
{
    return __enzyme_sum(x, x * x, 3.0, sin(x), 4 * x);
}
static double product(double x)
{
    return __enzyme_product(x, x + 1, exp(x), 3.0);
}
static double one(double x)
{
    return __enzyme_sum(x) * __enzyme_product(x) + __enzyme_sum_of_none() +
           __enzyme_product_of_none();
}
static double of_four(double a, double b, double c, double d)
{
    return __enzyme_product(a, b, c, d);
}
static double nested(double x)
{
    return __enzyme_product(__enzyme_sum(x, 1.0), __enzyme_sum(__enzyme_product(x, x), x), x);
}
static double loop(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i + 2 < n; i++)
        s = __enzyme_sum(s, __enzyme_product(x[i], x[i + 1], x[i + 2]), -x[i]);
    return s;
}
static float of_floats(float x)
{
    return __enzyme_sum_f(x, 2 * x, x * x) * __enzyme_product_f(x, x, 2.0) +
           __enzyme_product_promoted(x, x);
}
static long double of_long(long double x)
{
    return __enzyme_sum_l(x * x, 2.0, 1.0f);
}
static double of_lanes(double x)
{
    lanes a = {x, 2 * x}, r = __enzyme_product_lanes(a, a, a);
    return r[0] + r[1];
}
static double slope(double x)
{
    return __enzyme_autodiff((void *)product, x);
}

static void zeros(void)
{
    static const double at[][4] = {{2, 3, 5, 7}, {0, 3, 5, 7}, {2, 0, 5, 0}, {0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        const double *x = at[i];
        struct fourfold g = __enzyme_autodiff_fourfold((void *)of_four, x[0], x[1], x[2], x[3]);
        for (int k = 0; k < 4; k++) {
            double rest = 1;
            for (int j = 0; j < 4; j++)
                rest *= j == k ? 1 : x[j];
            CHECK(g.v[k], rest);
            CHECK(__enzyme_fwddiff((void *)of_four, x[0], (double)(k == 0), x[1], (double)(k == 1),
                                   x[2], (double)(k == 2), x[3], (double)(k == 3)),
                  rest);
        }
    }
}

int main(void)
{
    double x[6] = {0.5, 0, 2, 0.3, -1, 0.8};
    ORACLE_SCALAR(sum, 0.7);
    ORACLE_SCALAR(product, 0.7);
    ORACLE_SCALAR(product, 0.0);
    ORACLE_SCALAR(one, 0.7);
    ORACLE_SCALAR(nested, 0.7);
    ORACLE_SCALAR(of_lanes, 0.7);
    ORACLE_GRADIENT(loop, x, 6);
    ORACLE_SCALAR(slope, 0.7);
    CHECK(one(3), 10);
    CHECK(sum(2), 2 + 4 + 3 + sin(2) + 8);
    /* (3x + x^2) 2x^2 + x^2 */
    CHECK_FLOAT(of_floats(2), 10 * 8 + 4);
    CHECK_FLOAT(__enzyme_autodiff_float((void *)of_floats, 2.0f), (3 + 4) * 8 + 10 * 8 + 4);
    CHECK(of_long(3), 12);
    CHECK(__enzyme_autodiff_long((void *)of_long, 3.0L), 6);
    zeros();
    struct fourfold b =
        __enzyme_batch_4((void *)of_four, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 0.0,
                         enzyme_scalar, 2.0, enzyme_scalar, 1.0, enzyme_scalar, 5.0);
    CHECK_ARRAY(b.v, ((double[]){10, 20, 30, 0}), 4);
    return oracle_result();
}

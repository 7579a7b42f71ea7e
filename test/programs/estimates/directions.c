/* Error estimates in several directions, of structs, with the primal's result, of vectors, and
 * derivatives of error estimates. */
#include "oracle.h"
#include <math.h>

double __enzyme_error_estimate(void *, ...);
struct two __enzyme_error_estimate_2(void *, ...);
float __enzyme_error_estimate_float(void *, ...);

static double half_ulp(double x)
{
    return (nextafter(fabs(x), INFINITY) - fabs(x)) / 2;
}

#define CHECK_ERROR(got, want) CHECK((got) / (want), 1)

static double product(double x, double y)
{
    return x * y;
}

static struct two polar(double r, double angle)
{
    return (struct two){r * cos(angle), r * sin(angle)};
}

typedef double four __attribute__((vector_size(32)));

static double lanes(const double *x)
{
    four a = {x[0], x[1], x[2], x[3]}, b = a * a;
    return b[0] + b[3];
}

/* The half unit is constant between powers of two. */
static double error_of_product(double x, double y)
{
    return __enzyme_error_estimate((void *)product, x, 0.25, y, 0.125);
}

/* A function that is differentiated in other modes, too. */
static void check_beside_others(void)
{
    struct two d = __enzyme_autodiff_2((void *)product, 3.0, 5.0);
    CHECK(d.x, 5);
    CHECK(d.y, 3);
    CHECK(__enzyme_fwddiff((void *)product, -3.0, 1.0, 5.0, 1.0), 2);
    CHECK_ERROR(__enzyme_error_estimate((void *)product, -3.0, 1.0, 5.0, 1.0), 8);
}

static void check_derivatives(void)
{
    struct two d = __enzyme_autodiff_2((void *)error_of_product, -3.0, 5.0);
    CHECK(d.x, -0.125);
    CHECK(d.y, 0.25);
    CHECK(__enzyme_fwddiff((void *)error_of_product, -3.0, 1.0, 5.0, 2.0), 0.5 - 0.125);
    CHECK(error_of_product(-3, 5), 0.25 * 5 + 0.125 * 3);
}

int main(void)
{
    struct two e = __enzyme_error_estimate_2((void *)product, enzyme_width, 2, 3.0, 1e-15, 0.0, 7.0,
                                             0.0, 1e-15);
    CHECK_ERROR(e.x, 7e-15 + half_ulp(21));
    CHECK_ERROR(e.y, 3e-15 + half_ulp(21));
    e = __enzyme_error_estimate_2((void *)product, enzyme_primal_return, 3.0, 1e-15, 7.0, 0.0);
    CHECK_THAT(e.x == 21);
    CHECK_ERROR(e.y, 7e-15 + half_ulp(21));
    e = __enzyme_error_estimate_2((void *)polar, 2.0, 0.0, 0.5, 1e-15);
    CHECK_ERROR(e.x, 2 * (sin(0.5) * 1e-15 + half_ulp(cos(0.5))) + half_ulp(2 * cos(0.5)));
    CHECK_ERROR(e.y, 2 * (cos(0.5) * 1e-15 + half_ulp(sin(0.5))) + half_ulp(2 * sin(0.5)));
    double x[4] = {1, 2, 3, 4}, ex[4] = {1e-15, 0, 0, 2e-15};
    CHECK_ERROR(__enzyme_error_estimate((void *)lanes, x, ex),
                2e-15 + 16e-15 + half_ulp(1) + half_ulp(16) + half_ulp(17));
    check_beside_others();
    check_derivatives();
    return oracle_result();
}

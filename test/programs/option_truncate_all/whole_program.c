/* All of the program computes in float: functions, what they call through pointers, derivatives,
 * and what is calculated here in main. */
#include "oracle.h"
#include <math.h>

static double f(double x)
{
    return sin(x) * x + 0.1;
}
static float narrow_f(float x)
{
    return sinf(x) * x + 0.1f;
}

static double (*volatile pointer)(double) = f;

static double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
static float narrow_sum(const double *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += (float)x[i] * (float)x[i];
    return s;
}

int main(int argc, char **argv)
{
    double x = 0.7 + argc - 1, one = argc, tiny = 1e-12 * argc;
    CHECK_THAT(f(x) == narrow_f((float)x));
    CHECK_THAT(pointer(x) == narrow_f((float)x));
    CHECK_THAT(one + tiny == one);
    double a[5] = {0.1, 0.2, 0.3, 0.4, 0.5}, da[5] = {0};
    CHECK_THAT(sum(a, 5) == narrow_sum(a, 5));
    __enzyme_autodiff_v((void *)sum, enzyme_dup, a, da, enzyme_const, 5);
    for (int i = 0; i < 5; i++)
        CHECK_THAT(da[i] == 2 * (float)a[i]);
    double slope = __enzyme_autodiff((void *)f, x);
    CHECK_TOL(slope, cos(x) * x + sin(x), 1e-6);
    CHECK_THAT(slope == (float)slope);
    return oracle_result();
}

/* Forward and reverse rules as attributes of one function. */
#include "oracle.h"
#include <math.h>

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);

struct pair {
    double value, tangent;
};
struct pair soft_forward(double x, double dx, double k, double dk);
struct grad {
    double dx, dk;
};
struct grad soft_reverse(double x, double k, double seed);

__attribute__((enzyme("derivative", soft_forward), enzyme("gradient", soft_reverse),
               noinline)) double
soft(double x, double k)
{
    return log1p(exp(k * x)) / k;
}
static double slope(double x, double k)
{
    return 1 / (1 + exp(-k * x));
}
static double by_k(double x, double k)
{
    return (x * slope(x, k) - log1p(exp(k * x)) / k) / k;
}
struct pair soft_forward(double x, double dx, double k, double dk)
{
    return (struct pair){soft(x, k), 2 * slope(x, k) * dx + 2 * by_k(x, k) * dk};
}
struct grad soft_reverse(double x, double k, double seed)
{
    return (struct grad){3 * seed * slope(x, k), 3 * seed * by_k(x, k)};
}

static double f(double x)
{
    return soft(x, 2 * x);
}

int main(void)
{
    double x = 0.8, d = slope(x, 2 * x) + 2 * by_k(x, 2 * x);
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0), 2 * d);
    CHECK(__enzyme_autodiff((void *)f, x), 3 * d);
    return oracle_result();
}

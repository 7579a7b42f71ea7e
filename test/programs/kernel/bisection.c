/* Bisection finds a bracket from integers only; one Newton step makes it differentiable. */
#include <math.h>
#include "oracle.h"

static double g(double x, double a)
{
    return x * exp(x) - a;
}

static double f(double a)
{
    double low = 0, high = 4;
    while (high - low > 1e-9) {
        double middle = 0.5 * (low + high);
        if (g(middle, a) > 0)
            high = middle;
        else
            low = middle;
    }
    return low - g(low, a) / (exp(low) * (1 + low));
}

int main(void)
{
    /* W'(a) = 1/(exp(W) (1 + W)) */
    double w = f(2), want = 1 / (exp(w) * (1 + w));
    CHECK_TOL(__enzyme_autodiff((void *)f, 2.0), want, 1e-7);
    CHECK_TOL(__enzyme_fwddiff((void *)f, 2.0, 1.0), want, 1e-7);
    return oracle_result();
}

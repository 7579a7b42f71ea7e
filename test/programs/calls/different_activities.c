/* One function called with active and with constant arguments in turn. */
#include "oracle.h"

__attribute__((noinline)) static double blend(double a, double b, const double *w, int n)
{
    double s = a * b;
    for (int i = 0; i < n; i++)
        s += w[i] * a;
    return s;
}

static double f(const double *x, int n)
{
    const double fixed[2] = {3, 4};
    return blend(x[0], 2, fixed, 2) * blend(5, x[1], x, n) + blend(1, 2, fixed, 2);
}

int main(void)
{
    /* 9 x0 (5 x1 + 5 x0 + 5 x1) */
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 3}), 2, ((const double[]){9 * (30 + 20), 18 * 10}));
    return oracle_result();
}

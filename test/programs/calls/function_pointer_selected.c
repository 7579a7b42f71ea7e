/* The callee is chosen by active data and stored in a variable. */
#include "oracle.h"

static double low(double x)
{
    return 2 * x;
}
static double high(double x)
{
    return x * x;
}

static double f(const double *x, int n)
{
    double (*g)(double) = low;
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += g(x[i]);
        g = s > 3 ? high : low;
    }
    return s;
}

int main(void)
{
    /* 2*1 (low), 2*0.8 = 3.6 (high next), then 4, 9 */
    ORACLE_GRADIENT_IS(f, ((const double[]){1, 0.8, 2, 3}), 4, ((const double[]){2, 2, 4, 6}));
    return oracle_result();
}

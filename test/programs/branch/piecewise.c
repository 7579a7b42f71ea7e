/* A Huber loss: quadratic inside, linear outside. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += fabs(x[i]) <= 1 ? 0.5 * x[i] * x[i] : fabs(x[i]) - 0.5;
    return s;
}

int main(void)
{
    const double x[4] = {0.3, -0.9, 2, -5}, want[4] = {0.3, -0.9, 1, -1};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}

/* Stack memory of run-time size from alloca, anew in each round. */
#include <alloca.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int k = 1; k <= n; k++) {
        double *w = alloca((size_t)k * sizeof *w);
        for (int i = 0; i < k; i++)
            w[i] = x[i] * x[k - 1] + s;
        for (int i = 0; i < k; i++)
            s += w[i] * w[k - 1 - i] / 8;
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.9, 0.8, -0.9, 0.7, 1.05};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

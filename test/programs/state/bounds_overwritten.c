/* Loop bounds in memory that the loops themselves change. */
#include "oracle.h"

struct work {
    int n, step;
    double limit;
};

static double f(const double *x, int n)
{
    struct work w = {n, 1, 2};
    int bounds[2] = {0, n};
    double s = 0;
    for (int i = 0; i < w.n; i += w.step) {
        s += x[i] * x[i];
        if (s > w.limit && w.n > 2)
            w.n--, w.limit = 2 * s;
        if (i == 3)
            w.step = 2;
    }
    for (int i = bounds[0]; i < bounds[1]; i++) {
        s += x[i] * s * 0.1;
        bounds[1] -= x[i] > 0.7;
    }
    while (bounds[1]-- > 0)
        s *= 1 + 0.1 * x[bounds[1]];
    return s;
}

int main(void)
{
    const double x[7] = {0.5, -0.25, 0.75, 1.2, 0.4, 0.9, -0.6};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

/* Branches that protect log, sqrt and division from their singular points. */
#include <math.h>
#include "oracle.h"

static double safe(double x)
{
    return x > 0 ? x * log(x) : 0;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += safe(x[i]) + (x[i] != 0 ? sin(x[i]) / x[i] : 1) + (x[i] >= 0 ? sqrt(x[i] + 1) : x[i]);
    return s;
}

int main(void)
{
    double g[3];
    GRADIENT(f, ((const double[]){0, -1, 2}), g, 3);
    CHECK(g[0], 0.5);
    CHECK(g[1], sin(-1) * -1 + -cos(-1) + 1);
    CHECK(g[2], log(2) + 1 + cos(2) / 2 - sin(2) / 4 + 0.5 / sqrt(3));
    return oracle_result();
}

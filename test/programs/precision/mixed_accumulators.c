/* float data, double accumulators, long double normalisation. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    float low[8];
    double s = 0;
    long double norm = 0;
    for (int i = 0; i < n; i++) {
        low[i] = (float)(x[i] * 0.5) * 2;
        norm += (long double)low[i] * low[i];
    }
    for (int i = 0; i < n; i++)
        s += low[i] * (float)(i + 1) / (double)sqrtl(norm);
    return s;
}

int main(void)
{
    const double x[] = {0.5, -1.25, 2, 0.75};
    double g[4] = {0}, norm = 0, s = 0;
    GRADIENT(f, x, g, 4);
    for (int i = 0; i < 4; i++)
        norm += x[i] * x[i], s += x[i] * (i + 1);
    for (int i = 0; i < 4; i++) {
        double t[4] = {0}, want = (i + 1) / sqrt(norm) - s * x[i] / (norm * sqrt(norm));
        t[i] = 1;
        CHECK_TOL(g[i], want, 1e-6);
        CHECK_TOL(__enzyme_fwddiff((void *)f, enzyme_dup, x, t, enzyme_const, 4), want, 1e-6);
    }
    return oracle_result();
}

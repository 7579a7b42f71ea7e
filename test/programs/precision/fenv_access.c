/* Code that looks at the floating-point environment: constrained operations. */
#include <fenv.h>
#include <math.h>
#include "oracle.h"

#pragma STDC FENV_ACCESS ON

static double f(const double *x, int n)
{
    double s = 0, p = 1;
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < n; i++) {
        double t = x[i] * x[i] + 1;
        s += sqrt(t) / (p + 2);
        p = p * 0.5 - (double)(float)x[i] + (x[i] > 0.3 ? t : -t);
        s += fma(p, t, exp(-t)) + floor(10 * t) * 0 + (double)(int)t;
    }
    if (fetestexcept(FE_DIVBYZERO | FE_INVALID))
        return 0;
    return s;
}

int main(void)
{
    const double x[] = {0.5, -0.75, 0.25, 1.25};
    double g[4] = {0};
    GRADIENT(f, x, g, 4);
    for (int i = 0; i < 4; i++) {
        double t[4] = {0}, up[4], down[4], h = 0x1p-12;
        t[i] = 1;
        for (int k = 0; k < 4; k++)
            up[k] = x[k] + h * t[k], down[k] = x[k] - h * t[k];
        CHECK_TOL(__enzyme_fwddiff((void *)f, enzyme_dup, x, t, enzyme_const, 4), g[i], 1e-6);
        CHECK_TOL((f(up, 4) - f(down, 4)) / (2 * h), g[i], 1e-4);
    }
    return oracle_result();
}

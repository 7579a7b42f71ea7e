/* An objective that uses a derivative: a penalty on the slope. */
#include "oracle.h"

static double curve(double t, const double *p)
{
    return p[0] + t * (p[1] + t * p[2]);
}

static double f(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < 4; i++) {
        double t = 0.5 * i, value = curve(t, p);
        double slope = __enzyme_fwddiff((void *)curve, t, 1.0, enzyme_const, p);
        s += value * value + 3 * slope * slope;
    }
    return s;
}

int main(void)
{
    const double p[3] = {1, -2, 0.5};
    double want[3] = {0};

    for (int i = 0; i < 4; i++) {
        double t = 0.5 * i, v = curve(t, p), d = p[1] + 2 * t * p[2];
        want[0] += 2 * v;
        want[1] += 2 * v * t + 6 * d;
        want[2] += 2 * v * t * t + 6 * d * 2 * t;
    }
    ORACLE_GRADIENT_IS(f, p, 3, want);
    return oracle_result();
}

/* The log-likelihood of a scalar Kalman filter. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double a = x[0], q = exp(x[1]), r = exp(x[2]);
    double mean = 0, variance = 1, likelihood = 0;
    for (int t = 3; t < n; t++) {
        mean *= a;
        variance = a * a * variance + q;
        double s = variance + r, e = x[t] - mean, gain = variance / s;
        likelihood -= 0.5 * (log(s) + e * e / s);
        mean += gain * e;
        variance *= 1 - gain;
    }
    return likelihood;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.8, -1, -0.5, 0.3, 0.9, -0.2, 0.4, 1.3, 0.8}), 9);
    return oracle_result();
}

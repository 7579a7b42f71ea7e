/* A binary search for the interval, then cubic Hermite interpolation. */
#include "oracle.h"

enum { KNOTS = 6 };

static double interpolate(const double *y, double t)
{
    static const double knot[KNOTS] = {0, 0.5, 1.2, 2, 3.1, 4};
    int low = 0, high = KNOTS - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (knot[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    double h = knot[high] - knot[low], s = (t - knot[low]) / h;
    double m0 = low ? (y[high] - y[low - 1]) / (knot[high] - knot[low - 1]) : 0;
    double m1 = high < KNOTS - 1 ? (y[high + 1] - y[low]) / (knot[high + 1] - knot[low]) : 0;
    return y[low] * (1 + 2 * s) * (1 - s) * (1 - s) + m0 * h * s * (1 - s) * (1 - s) +
           y[high] * s * s * (3 - 2 * s) + m1 * h * s * s * (s - 1);
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = KNOTS; i < n; i++) {
        double v = interpolate(x, x[i]);
        s += v * v;
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.4, -0.3, 0.8, 1.1, 0.2, 0.2, 0.9, 2.5, 3.7}), 10);
    return oracle_result();
}

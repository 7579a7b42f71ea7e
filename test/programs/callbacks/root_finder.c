/* Bisection and secant steps on a callback; the root depends on active parameters through the last
 * steps. */
#include <math.h>
#include "oracle.h"

typedef double equation(double x, const void *data);

static double kepler(double e_anomaly, const void *data)
{
    const double *p = data; /* mean anomaly, eccentricity */
    return e_anomaly - p[1] * sin(e_anomaly) - p[0];
}

static double solve(equation *eq, const void *data, double low, double high)
{
    double f_low = eq(low, data);
    for (int i = 0; i < 20; i++) { /* the bracket is not differentiable; what follows is */
        double mid = 0.5 * (low + high), f_mid = eq(mid, data);
        if ((f_low < 0) == (f_mid < 0))
            low = mid, f_low = f_mid;
        else
            high = mid;
    }
    double x0 = low, x1 = high;
    for (int i = 0; i < 6 && fabs(eq(x1, data)) > 1e-15; i++) {
        double f0 = eq(x0, data), f1 = eq(x1, data);
        double next = x1 - f1 * (x1 - x0) / (f1 - f0);
        x0 = x1;
        x1 = next;
    }
    /* One Newton step with a difference quotient makes the derivative exact to first order. */
    double h = 1e-6, slope = (eq(x1 + h, data) - eq(x1 - h, data)) / (2 * h);
    return x1 - eq(x1, data) / slope;
}

static double f(double mean, double eccentricity)
{
    double p[2] = {mean, eccentricity};
    return solve(kepler, p, 0, 4);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)f, 1.2, 0.3);
    double t0 = __enzyme_fwddiff((void *)f, 1.2, 1.0, 0.3, 0.0),
           t1 = __enzyme_fwddiff((void *)f, 1.2, 0.0, 0.3, 1.0);
    double E = f(1.2, 0.3);
    CHECK_TOL(g.x, 1 / (1 - 0.3 * cos(E)), 1e-6);
    CHECK_TOL(g.y, sin(E) / (1 - 0.3 * cos(E)), 1e-6);
    CHECK_TOL(t0, g.x, 1e-6);
    CHECK_TOL(t1, g.y, 1e-6);
    return oracle_result();
}

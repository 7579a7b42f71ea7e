/* Where a few values lead to many that the reverse sweep needs: the plan (test/plans) keeps the
 * few. Everything is overwritten, so that nothing can be loaded again. */
#include <math.h>
#include "oracle.h"

enum { STEPS = 40 };

/* Three squares of numbers that take several operations each to compute from one. */
static double one_for_three(const double *x, int n)
{
    double state[1] = {x[0]}, s = 0;
    for (int t = 0; t < 3 * n; t++) {
        double v = state[0];
        double a =
            (((((v * 1.1 - 0.3) * 1.2 + 0.4) * 0.7 - 0.1) * 1.3 + 0.2) * 0.9 - 0.2) * 1.1 + 0.3;
        double b =
            (((((v * 0.9 + 0.2) * 1.3 - 0.6) * 0.8 + 0.3) * 1.1 - 0.7) * 1.2 + 0.4) * 0.8 - 0.1;
        double c =
            (((((v * 0.8 - 0.5) * 1.4 + 0.1) * 0.6 - 0.4) * 1.2 + 0.5) * 0.7 - 0.3) * 1.3 + 0.2;
        s += a * a + b * b * 0.7 + c * c * 0.5;
        state[0] = v * 0.8 + x[1 % n];
    }
    return s;
}

/* Differences and a distance of two points, and what is made of them. */
static double two_for_four(const double *x, int n)
{
    double p[2] = {x[0], x[1]}, s = 0;
    for (int t = 0; t < 3 * n; t++) {
        double dx = p[0] - 0.3 * t, dy = p[1] + 0.2 * t;
        double far = dx * dx + dy * dy + 0.1, near = dx * dy - 2;
        s += dx / far + dy / near;
        p[0] += 0.1 * x[n - 1];
        p[1] -= 0.2 * x[n - 1];
    }
    return s;
}

/* Of a sum that is discarded where it is negative, only whether it was is needed. */
static double sign_of_sum(const double *x, int n)
{
    double y[STEPS], s = 0;
    for (int t = 0; t < 3 * n; t++) {
        double sum = -0.25 * t;
        for (int i = 0; i < n; i++)
            sum += x[i] * (t - i);
        y[t] = sum > 0 ? sum : 0.1 * sum;
    }
    for (int t = 0; t < 3 * n; t++)
        s += y[t];
    return s;
}

/* exp is not computed again, whatever it is made of. */
static double dear(const double *x, int n)
{
    double v = x[0], s = 0;
    for (int t = 0; t < 3 * n; t++) {
        double e = exp(v * 0.3), g = exp(v * -0.2);
        s += e * g + e;
        v = v * 0.7 + x[n - 1] * 0.1;
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.7, -0.4, 0.9};
    ORACLE_GRADIENT(one_for_three, x, 3);
    ORACLE_GRADIENT(two_for_four, x, 3);
    ORACLE_GRADIENT(sign_of_sum, x, 3);
    ORACLE_GRADIENT(dear, x, 3);
    return oracle_result();
}

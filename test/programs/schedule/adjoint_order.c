/* Adjoint loops that run in the primal's order, in several parts: with a coefficient from outside,
 * which gets its adjoint once, and in two directions. */
#include "oracle.h"

enum { N = 40 };

static double blur(double alpha, const double *x, int n)
{
    double y[N], sum = 0, first = x[0];
    for (int i = 0; i < n; i++)
        y[i] = 0;
    for (int step = 0; step < 3; step++)
        for (int i = 1; i < n - 1; i++)
            y[i] = alpha * (x[i - 1] * x[i + 1] - first * x[i]) + 0.5 * y[i];
    for (int i = 0; i < n; i++)
        sum += y[i] * y[i];
    return sum;
}

static double both(const double *p, int n)
{
    return blur(p[n - 1], p, n - 1);
}

static void smooth(const double *x, double *y, double alpha, int n)
{
    for (int i = 1; i < n - 1; i++)
        y[i] = alpha * (x[i - 1] * x[i + 1] - x[i]);
}

static void two_directions(void)
{
    double x[N], y[N], first[N] = {0}, second[N] = {0}, seed[2][N], one[2][N] = {{0}};
    oracle_random(x, N, 1);
    for (int i = 0; i < N; i++)
        seed[0][i] = i % 3, seed[1][i] = 1.0 / (1 + i);
    for (int k = 0; k < 2; k++) {
        double dy[N];
        for (int i = 0; i < N; i++)
            dy[i] = seed[k][i];
        __enzyme_autodiff((void *)smooth, x, one[k], y, dy, enzyme_const, 0.7, N);
    }
    __enzyme_autodiff((void *)smooth, enzyme_width, 2, enzyme_dup, x, first, second, enzyme_dup, y,
                      seed[0], seed[1], enzyme_const, 0.7, N);
    CHECK_ARRAY(first, one[0], N);
    CHECK_ARRAY(second, one[1], N);
}

int main(void)
{
    double p[N];
    oracle_random(p, N, 2);
    ORACLE_GRADIENT(both, p, N);
    ORACLE_GRADIENT(both, p, 2);
    ORACLE_GRADIENT(both, p, 3);
    two_directions();
    return oracle_result();
}

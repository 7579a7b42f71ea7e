#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>
#include <math.h>
#include <stdio.h>

/* Two reactions in equilibrium: x0 x1 = p0, x0 + x1^2 = p1. */
static void balance(const double *x, double *r, size_t n, const double *p, size_t np,
                    const void *data)
{
    (void)n, (void)np, (void)data;
    r[0] = x[0] * x[1] - p[0];
    r[1] = x[0] + x[1] * x[1] - p[1];
}

static int iterations;

/* Newton's method, until nothing changes any more */
void equilibrium(double *x, size_t n, const double *p, size_t np, const void *data)
{
    double r[2], change;
    do {
        balance(x, r, n, p, np, data);
        double det = 2 * x[1] * x[1] - x[0];
        double dx = (2 * x[1] * r[0] - x[0] * r[1]) / det, dy = (x[1] * r[1] - r[0]) / det;
        x[0] -= dx;
        x[1] -= dy;
        change = fabs(dx) + fabs(dy);
        iterations++;
    } while (change > 1e-14);
}
ENZ_IMPLICIT(equilibrium, balance, enz_solve_dense, void);

static double yield(const double *p)
{
    double x[2] = {1, 2};
    equilibrium(x, 2, p, 2, NULL);
    return x[0] / x[1];
}
ENZ_GRADIENT(yield_gradient, yield, double);

int main(void)
{
    double p[2] = {2, 4}, g[2];
    double value = yield_gradient(p, 2, g);
    printf("%.6f: %.6f %.6f\n", value, g[0], g[1]);
    printf("iterations: %s\n", iterations < 10 ? "only those of the solver" : "too many");
}

/* Classical RK4 on the Lotka-Volterra equations, right-hand side through a pointer. */
#include "oracle.h"

typedef void field(const double *y, const double *p, double *dy);

static void predator_prey(const double *y, const double *p, double *dy)
{
    dy[0] = y[0] * (p[0] - p[1] * y[1]);
    dy[1] = y[1] * (p[2] * y[0] - p[3]);
}

static void step(field *rhs, double *y, const double *p, double h)
{
    double k[4][2], at[2];
    static const double node[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 2; i++)
            at[i] = y[i] + (s ? node[s] * h * k[s - 1][i] : 0);
        rhs(at, p, k[s]);
    }
    for (int i = 0; i < 2; i++)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static double f(const double *x, int n)
{
    double y[2] = {x[4], x[5]};
    for (int i = 0; i < 25; i++)
        step(predator_prey, y, x, 0.05);
    return y[0] * y[0] + y[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.1, 0.4, 0.1, 0.4, 2, 1.5}), 6);
    return oracle_result();
}

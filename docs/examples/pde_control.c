#include <enzcc/derivatives.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Heat in a rod of CELLS cells, which is cold at its right end. u[k] heats its left end during step
 * k. Wanted is a given temperature at the end, with little heating. */
enum { CELLS = 40, STEPS = 400 };

static double temperature_wanted(int i)
{
    double x = (i + 0.5) / CELLS;
    return (1 - x) * exp(-2 * x);
}

static double cost(const double *u)
{
    double t[CELLS] = {0}, next[CELLS], sum = 0;
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < CELLS; i++) {
            double left = i > 0 ? t[i - 1] : t[i] + u[k];
            double right = i < CELLS - 1 ? t[i + 1] : -t[i];
            next[i] = t[i] + 0.4 * (left - 2 * t[i] + right);
        }
        memcpy(t, next, sizeof t);
        sum += 1e-4 * u[k] * u[k];
    }
    for (int i = 0; i < CELLS; i++)
        sum += (t[i] - temperature_wanted(i)) * (t[i] - temperature_wanted(i));
    return sum / 2;
}

ENZ_GRADIENT(cost_gradient, cost, double);
ENZ_HVP(cost_hvp, cost, double);

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < STEPS; k++)
        sum += a[k] * b[k];
    return sum;
}

/* The cost is quadratic in u: conjugate gradients find where its gradient is zero. They need no
 * matrix, only the Hessian times a direction. */
int main(void)
{
    static double u[STEPS], g[STEPS], r[STEPS], d[STEPS], hd[STEPS], ignored[STEPS];
    printf("cost %.6f without heating\n", cost_gradient(u, STEPS, g));
    for (int k = 0; k < STEPS; k++)
        d[k] = r[k] = -g[k];
    double square = dot(r, r), first = square;
    int iteration = 0;
    while (square > 1e-16 * first && iteration < STEPS) {
        cost_hvp(u, STEPS, d, ignored, hd);
        double length = square / dot(d, hd), before = square;
        for (int k = 0; k < STEPS; k++) {
            u[k] += length * d[k];
            r[k] -= length * hd[k];
        }
        square = dot(r, r);
        for (int k = 0; k < STEPS; k++)
            d[k] = r[k] + square / before * d[k];
        iteration++;
    }
    double value = cost_gradient(u, STEPS, g);
    printf("cost %.6f with heating %.4f at first, %.4f in the middle, %.4f at last\n", value, u[0],
           u[STEPS / 2], u[STEPS - 1]);
    printf("gradient %s\n", dot(g, g) <= 1e-12 * first ? "zero" : "not zero");
}

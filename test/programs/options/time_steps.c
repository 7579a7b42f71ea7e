/* Steps of a system in place, with scratch memory, a search of unknown length, branches and a
 * recursive function: something for each of the options that say how derivatives are made. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

static double recursive(const double *x, int n)
{
    if (n == 0)
        return 1;
    double rest = recursive(x + 1, n - 1);
    return *x > 0 ? rest * cos(*x) : rest - *x * *x;
}

/* Newton's method on s^3 + s = v, as long as it takes. */
static double root(double v)
{
    double s = v;
    for (int i = 0; i < 50 && fabs(s * s * s + s - v) > 1e-14; i++)
        s -= (s * s * s + s - v) / (3 * s * s + 1);
    return s;
}

static void step(double *state, const double *force, int n)
{
    double *old = malloc((size_t)n * sizeof *old);
    for (int i = 0; i < n; i++)
        old[i] = state[i] * exp(-0.1 * state[i]);
    for (int i = 1; i + 1 < n; i++)
        state[i] = old[i] + 0.2 * (old[i - 1] - 2 * old[i] + old[i + 1]) + 0.1 * force[i];
    for (int i = 0; i < n; i++)
        if (state[i] > 1)
            state[i] = root(state[i]) * old[i];
    free(old);
}

static double f(const double *x, int n)
{
    double state[8], energy = 0;
    for (int i = 0; i < n; i++)
        state[i] = 2 * sin(x[i]);
    for (int t = 0; t < 6; t++) {
        step(state, x, n);
        for (int i = 0; i < n; i++)
            energy += state[i] * state[i] * x[n - 1 - i];
    }
    return energy * recursive(x, n);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.4, 1.1, -0.2}), 6);
    return oracle_result();
}

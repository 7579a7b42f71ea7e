/* A time loop with matrix work per step and state in local memory: iterations start again from
 * snapshots. Unknown number of steps, and a scalar carried along. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *state = malloc((size_t)n * sizeof *state), *next = calloc((size_t)n, sizeof *next),
           gain = x[0], sum = 0;

    for (int i = 0; i < n; i++)
        state[i] = x[i];
    do {
        for (int i = 0; i < n; i++) {
            double s = 0.05 * next[i];
            for (int j = 0; j < n; j++)
                s += exp(-state[j] * x[i]) * (0.2 + 0.1 * j);
            next[i] = s * gain;
        }
        for (int i = 0; i < n; i++)
            state[i] = 0.5 * state[i] + next[i];
        gain = cos(gain + 0.1 * state[0]);
        sum += gain * state[n - 1];
    } while (sum < 2.5);
    free(state);
    free(next);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 0.7, 0.9, 0.3}), 4);
    return oracle_result();
}

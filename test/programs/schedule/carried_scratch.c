/* Scratch memory that carries active values from one iteration to the next, wholly or in part: not
 * a sum over independent iterations. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double state[8] = {0}, mixed[8], sum = 0;

    for (int k = 0; k < n; k++)
        mixed[k] = x[k];
    for (int i = 0; i < 5; i++) {
        for (int k = 1; k < n; k++) /* element 0 stays from before */
            mixed[k] = x[k] * (1 + 0.1 * i);
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= k; j++)
                state[k] += tanh(mixed[j] * x[k] + 0.3 * state[j]);
        mixed[0] = mixed[0] * 0.9 + 0.01 * state[n - 1];
        double total = 0;
        for (int k = 0; k < n; k++)
            total += state[k] * mixed[k];
        sum += total * total;
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.4}), 4);
    return oracle_result();
}

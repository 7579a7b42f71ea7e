/* An unrolled optimiser: the final loss as a function of step size and start. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double w[2] = {x[0], x[1]}, momentum[2] = {0, 0};
    for (int it = 0; it < 15; it++) {
        double g[2] = {2 * w[0] + w[1] + w[0] * w[0] * w[0], 3 * w[1] + w[0]};
        for (int i = 0; i < 2; i++) {
            momentum[i] = x[3] * momentum[i] + g[i];
            w[i] -= x[2] * momentum[i];
        }
    }
    return w[0] * w[0] + w[0] * w[1] + 1.5 * w[1] * w[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, -0.5, 0.08, 0.3}), 4);
    return oracle_result();
}

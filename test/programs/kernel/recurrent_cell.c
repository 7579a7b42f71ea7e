/* A gated recurrent cell unrolled over a sequence. */
#include <math.h>
#include "oracle.h"

static double sigmoid(double z)
{
    return 1 / (1 + exp(-z));
}

static double f(const double *p, int n)
{
    static const double input[6] = {0.5, -0.2, 0.9, 0.1, -0.7, 0.3};
    double h[2] = {0, 0}, c[2] = {0, 0}, loss = 0;
    for (int t = 0; t < 6; t++) {
        double next[2];
        for (int i = 0; i < 2; i++) {
            double z[3];
            for (int g = 0; g < 3; g++) {
                const double *w = p + (g * 2 + i) * 4;
                z[g] = w[0] * input[t] + w[1] * h[0] + w[2] * h[1] + w[3];
            }
            c[i] = sigmoid(z[0]) * c[i] + sigmoid(z[1]) * tanh(z[2]);
            next[i] = tanh(c[i]) * sigmoid(z[1]);
        }
        h[0] = next[0];
        h[1] = next[1];
        loss += (h[0] - h[1]) * (h[0] - h[1]) + h[0];
    }
    return loss;
}

int main(void)
{
    double p[24];
    oracle_random(p, 24, 15);
    ORACLE_GRADIENT(f, p, 24);
    return oracle_result();
}

/* A small network: layers in a table with pointers into one parameter vector. */
#include <math.h>
#include "oracle.h"

struct layer {
    int in, out;
    const double *weight, *bias;
    double (*activation)(double);
};

static double relu(double v)
{
    return v > 0 ? v : 0;
}
static double identity(double v)
{
    return v;
}

static double f(const double *p, int n)
{
    const struct layer net[3] = {
        {2, 4, p, p + 8, tanh}, {4, 3, p + 12, p + 24, relu}, {3, 1, p + 27, p + 30, identity}};
    double a[4] = {0.7, -1.2}, b[4];
    for (int l = 0; l < 3; l++) {
        for (int i = 0; i < net[l].out; i++) {
            double z = net[l].bias[i];
            for (int j = 0; j < net[l].in; j++)
                z += net[l].weight[i * net[l].in + j] * a[j];
            b[i] = net[l].activation(z);
        }
        for (int i = 0; i < net[l].out; i++)
            a[i] = b[i];
    }
    return (a[0] - 0.5) * (a[0] - 0.5);
}

int main(void)
{
    double p[31];
    oracle_random(p, 31, 14);
    ORACLE_GRADIENT(f, p, 31);
    return oracle_result();
}

/* A network whose layers point at their activation function. */
#include <math.h>
#include "oracle.h"

enum { INPUTS = 3, HIDDEN = 4 };
typedef double activation(double);
struct layer {
    int in, out;
    const double *weights, *bias;
    activation *act;
};

static double relu(double v)
{
    return v > 0 ? v : 0;
}
static double sigmoid(double v)
{
    return 1 / (1 + exp(-v));
}
static double identity(double v)
{
    return v;
}
static double leaky(double v)
{
    return fmax(0.1 * v, v);
}

static void forward(const struct layer *l, const double *in, double *out)
{
    for (int o = 0; o < l->out; o++) {
        double s = l->bias[o];
        for (int i = 0; i < l->in; i++)
            s += l->weights[o * l->in + i] * in[i];
        out[o] = l->act(s);
    }
}

static double loss(const double *w, int n)
{
    static const double samples[2][INPUTS] = {{1, -0.5, 0.25}, {0.3, 0.8, -1}},
                        targets[2] = {0.5, -0.25};
    struct layer net[] = {
        {INPUTS, HIDDEN, w, w + 12, tanh},       {HIDDEN, HIDDEN, w + 16, w + 32, relu},
        {HIDDEN, HIDDEN, w + 16, w + 32, leaky}, /* shared weights */
        {HIDDEN, 2, w + 36, w + 44, sigmoid},    {2, 1, w + 46, w + 48, identity},
    };
    double s = 0;
    for (int k = 0; k < 2; k++) {
        double a[HIDDEN], b[HIDDEN];
        for (int i = 0; i < INPUTS; i++)
            a[i] = samples[k][i];
        for (size_t l = 0; l < sizeof net / sizeof *net; l++) {
            forward(&net[l], a, b);
            for (int i = 0; i < net[l].out; i++)
                a[i] = b[i];
        }
        s += (a[0] - targets[k]) * (a[0] - targets[k]);
    }
    return s / 2;
}

int main(void)
{
    double w[49];
    oracle_random(w, 49, 7);
    ORACLE_GRADIENT(loss, w, 49);
    return oracle_result();
}

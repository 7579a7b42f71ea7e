/* Heap objects that own heap arrays, created and destroyed by helpers. */
#include <stdlib.h>
#include "oracle.h"

struct layer {
    int in, out;
    double *weight, *bias;
};

static struct layer *layer_new(const double *p, int in, int out)
{
    struct layer *l = malloc(sizeof *l);
    *l = (struct layer){in, out, malloc(sizeof(double) * in * out), malloc(sizeof(double) * out)};
    for (int i = 0; i < in * out; i++)
        l->weight[i] = p[i] * p[i];
    for (int i = 0; i < out; i++)
        l->bias[i] = p[i] * 0.5;
    return l;
}

static void layer_free(struct layer *l)
{
    free(l->weight);
    free(l->bias);
    free(l);
}

static double f(const double *x, int n)
{
    struct layer *l = layer_new(x, 2, 2);
    double s = 0;
    for (int i = 0; i < l->out; i++) {
        double a = l->bias[i];
        for (int j = 0; j < l->in; j++)
            a += l->weight[i * l->in + j] * x[j];
        s += a * a;
    }
    layer_free(l);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 0.4, 0.2}), 4);
    return oracle_result();
}

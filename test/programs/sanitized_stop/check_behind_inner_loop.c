/* A check that follows an inner loop, which only the reverse sweep replays. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

static double products(const double *x, int n)
{
    int size = 5;
    double *a = malloc((size_t)(size * size) * sizeof *a),
           *c = calloc((size_t)(size * size), sizeof *c), t = 0;
    for (int i = 0; i < size * size; i++)
        a[i] = cos(i * x[i % n]);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double s = 0;
            for (int k = 0; k < size; k++)
                s += a[i * size + k] * a[k * size + j];
            c[i * size + j] = tanh(s / size);
        }
    for (int i = 0; i < size * size; i++)
        t += c[i] * c[i];
    free(a);
    free(c);
    return t;
}

int main(void)
{
    ORACLE_GRADIENT(products, ((const double[]){0.1, 0.25}), 2);
    return oracle_result();
}

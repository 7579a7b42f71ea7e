/* A global table of constants computed by the program before it differentiates; weights behind a
 * global pointer. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { POINTS = 5 };
static double nodes[POINTS], *weights;

static void quadrature_init(void)
{
    weights = malloc(POINTS * sizeof *weights);
    for (int i = 0; i < POINTS; i++) {
        nodes[i] = cos(3.14159265358979 * (i + 0.5) / POINTS);
        weights[i] = 2.0 / POINTS * sqrt(1 - nodes[i] * nodes[i]);
    }
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < POINTS; i++) {
        double p = 0;
        for (int k = n; k-- > 0;)
            p = p * nodes[i] + x[k];
        s += weights[i] * p * p;
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6};

    quadrature_init();
    ORACLE_GRADIENT(f, x, 3);
    free(weights);
    return oracle_result();
}

/* A cluster energy with a cutoff radius and a neighbour list built inside. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { ATOMS = 5 };

static double f(const double *x, int n)
{
    int (*pairs)[2] = malloc(sizeof *pairs * ATOMS * ATOMS), count = 0;
    double e = 0;
    for (int i = 0; i < ATOMS; i++)
        for (int j = 0; j < i; j++) {
            double r2 = 0;
            for (int k = 0; k < 3; k++)
                r2 += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
            if (r2 < 6)
                pairs[count][0] = i, pairs[count++][1] = j;
        }
    for (int p = 0; p < count; p++) {
        const double *a = x + 3 * pairs[p][0], *b = x + 3 * pairs[p][1];
        double r2 = pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2);
        double s6 = 1 / (r2 * r2 * r2);
        e += 4 * s6 * (s6 - 1);
    }
    free(pairs);
    return e;
}

int main(void)
{
    ORACLE_GRADIENT(
        f, ((const double[]){0, 0, 0, 1.1, 0.1, 0, 0.2, 1.2, 0.1, 2.9, 1, 0, 0.3, 0.4, 1.3}),
        3 * ATOMS);
    return oracle_result();
}

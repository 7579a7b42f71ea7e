/* A table of rows of which the first is a constant boundary row and the others are active. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    static double boundary[4] = {1, 0.5, 0.25, 0.125};
    double **u = malloc((size_t)(n + 1) * sizeof *u), s = 0;
    u[0] = boundary;
    for (int k = 1; k <= n; k++) {
        u[k] = malloc(4 * sizeof **u);
        for (int i = 0; i < 4; i++)
            u[k][i] = u[k - 1][i] * x[k - 1] + 0.1 * u[k - 1][(i + 1) % 4];
    }
    for (int i = 0; i < 4; i++)
        s += u[n][i] * u[n / 2][i];
    for (int k = 1; k <= n; k++)
        free(u[k]);
    free(u);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

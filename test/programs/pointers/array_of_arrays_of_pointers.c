/* Three levels of pointers: a field of blocks of rows, as in multi-block solvers. */
#include <stdlib.h>
#include "oracle.h"

static double ***field_new(int blocks, int rows, int columns)
{
    double ***f = malloc((size_t)blocks * sizeof *f);
    for (int b = 0; b < blocks; b++) {
        f[b] = malloc((size_t)rows * sizeof *f[b]);
        f[b][0] = calloc((size_t)(rows * columns), sizeof *f[b][0]);
        for (int r = 1; r < rows; r++)
            f[b][r] = f[b][0] + r * columns;
    }
    return f;
}

static void field_free(double ***f, int blocks)
{
    for (int b = 0; b < blocks; b++) {
        free(f[b][0]);
        free(f[b]);
    }
    free(f);
}

static double f(const double *x, int n)
{
    double ***u = field_new(2, 2, n), s = 0;
    for (int b = 0; b < 2; b++)
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < n; c++)
                u[b][r][c] = x[c] * (b + 1) + x[(c + r) % n] * x[c];
    for (int c = 0; c < n; c++) { /* exchange at the interface */
        double t = 0.5 * (u[0][1][c] + u[1][0][c]);
        u[0][1][c] = u[1][0][c] = t * t;
    }
    for (int b = 0; b < 2; b++)
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < n; c++)
                s += u[b][r][c] * u[1 - b][r][c];
    field_free(u, 2);
    return s;
}

int main(void)
{
    const double x[3] = {0.9, -0.3, 1.9};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

/* Numerical Recipes style: row pointers into one block, indices from 1. */
#include <stdlib.h>
#include "oracle.h"

static double **matrix(int rows, int columns)
{
    double **m = malloc((size_t)(rows + 1) * sizeof *m);
    m[1] = (double *)malloc((size_t)(rows * columns + 1) * sizeof(double)) - 1 + 1;
    for (int i = 2; i <= rows; i++)
        m[i] = m[i - 1] + columns;
    return m;
}

static void free_matrix(double **m)
{
    free(m[1]);
    free(m);
}

static double f(const double *x, int n)
{
    double **a = matrix(n, n), **b = matrix(n, n), s = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            a[i][j] = x[i - 1] * x[j - 1] + i;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            b[i][j] = a[j][i] * a[i][j];
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            s += b[i][j] * a[i][j];
    free_matrix(a);
    free_matrix(b);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, 0.8, -0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* Blocks allocated in one loop, used in a second and freed in a third. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double **row = malloc((size_t)n * sizeof *row), s = 0;
    for (int i = 0; i < n; i++) {
        row[i] = malloc((size_t)(i + 1) * sizeof **row);
        for (int j = 0; j <= i; j++)
            row[i][j] = x[i] * x[j];
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            s += row[i][j] * row[i - 1][j] + row[i][i];
    for (int i = 0; i < n; i++)
        free(row[i]);
    free(row);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.7, 0.4}), 5);
    return oracle_result();
}

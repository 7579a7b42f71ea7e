/* A static matrix of rows that is allocated at the first derivative call and used by the later
 * ones. */
#include <stdlib.h>
#include "oracle.h"

static double **table;

static double f(const double *x, int n)
{
    double s = 0;
    if (!table) {
        table = malloc(4 * sizeof *table);
        for (int i = 0; i < 4; i++)
            table[i] = malloc(4 * sizeof **table);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            table[i][j] = x[i] * x[j] * (i + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += table[i][j] * table[j][i];
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

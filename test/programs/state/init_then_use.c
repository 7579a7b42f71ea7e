/* A library with state: init allocates, the objective uses it, finish frees. The derivative covers
 * all three. */
#include <stdlib.h>
#include "oracle.h"

static double **table;
static int rows;

static void library_init(int n)
{
    rows = n;
    table = malloc((size_t)n * sizeof *table);
    for (int i = 0; i < n; i++)
        table[i] = calloc((size_t)n, sizeof **table);
}

static void library_finish(void)
{
    for (int i = 0; i < rows; i++)
        free(table[i]);
    free(table);
    table = NULL;
    rows = 0;
}

static void library_set(int i, int j, double v)
{
    table[i][j] = v;
}
static double library_get(int i, int j)
{
    return table[i][j];
}

static double f(const double *x, int n)
{
    double s = 0;
    library_init(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            library_set(i, j, x[i] * x[j] * (i + 1));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += library_get(i, j) * library_get(j, i);
    library_finish();
    return s;
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6};

    ORACLE_GRADIENT(f, x, 3);
    ORACLE_GRADIENT(f, x, 2);
    return oracle_result();
}

/* An array of pointers of which some lead to constant tables and some to active memory. */
#include "oracle.h"

static const double table[4] = {1, 2, 3, 4};

static double f(const double *x, int n)
{
    double local[4];
    const double *rows[3] = {table, x, local};
    double s = 0;
    for (int i = 0; i < n; i++)
        local[i] = x[i] * table[i];
    for (int k = 0; k < 9; k++)
        s += rows[k % 3][k % n] * rows[(k + 1) % 3][(k + 2) % n];
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, -1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

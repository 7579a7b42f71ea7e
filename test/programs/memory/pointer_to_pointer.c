/* double ** arguments with a shadow table of shadow rows. */
#include "oracle.h"

static double f(double **row, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += row[i][j] * row[(i + 1) % n][j] * (j + 1);
    return s;
}

int main(void)
{
    double a[2] = {1, 2}, b[2] = {3, 4}, c[2] = {5, 6}, *row[3] = {a, b, c};
    double da[2] = {0}, db[2] = {0}, dc[2] = {0}, *drow[3] = {da, db, dc};
    double t;

    __enzyme_autodiff((void *)f, enzyme_dup, row, drow, enzyme_const, 3, enzyme_const, 2);
    CHECK_ARRAY(da, ((double[]){8, 20}), 2);
    CHECK_ARRAY(db, ((double[]){6, 16}), 2);
    CHECK_ARRAY(dc, ((double[]){4, 12}), 2);
    t = __enzyme_fwddiff((void *)f, enzyme_dup, row, drow, enzyme_const, 3, enzyme_const, 2);
    CHECK(t, oracle_dot(da, da, 2) + oracle_dot(db, db, 2) + oracle_dot(dc, dc, 2));
    return oracle_result();
}

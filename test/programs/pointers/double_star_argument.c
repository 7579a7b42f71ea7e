/* The user's own double ** as active argument: the shadow is a table of pointers to shadow rows. */
#include "oracle.h"

static double f(double **rows, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += rows[i][j] * rows[(i + 1) % n][j] * (i + 1);
    double *t = rows[0];
    rows[0] = rows[1];
    rows[1] = t;
    rows[0][0] = s * rows[1][1];
    return rows[0][0] + s;
}

static double plain(const double *x, int n)
{
    double a[3] = {x[0], x[1], x[2]}, b[3] = {x[3], x[4], x[5]}, *rows[2] = {a, b};
    return f(rows, 2, n / 2);
}

int main(void)
{
    double a[3] = {0.9, 0.8, -0.9}, b[3] = {0.7, 1.2, 0.3}, da[3] = {0}, db[3] = {0}, g[6];
    double *rows[2] = {a, b}, *shadow[2] = {da, db};
    const double x[6] = {0.9, 0.8, -0.9, 0.7, 1.2, 0.3};

    GRADIENT(plain, x, g, 6);
    ORACLE_GRADIENT(plain, x, 6);
    __enzyme_autodiff((void *)f, enzyme_dup, rows, shadow, enzyme_const, 2, enzyme_const, 3);
    CHECK_ARRAY(da, g, 3);
    CHECK_ARRAY(db, g + 3, 3);
    CHECK_THAT(rows[0] == b && rows[1] == a);
    CHECK_THAT(shadow[0] == db && shadow[1] == da);
    return oracle_result();
}

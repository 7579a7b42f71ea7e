/* Two-dimensional array parameters. */
#include "oracle.h"

static double f(double a[3][4], double b[4][2])
{
    double s = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            double c = 0;
            for (int j = 0; j < 4; j++)
                c += a[i][j] * b[j][k];
            s += c * (i + 1) * (k + 2);
        }
    return s;
}

int main(void)
{
    double a[3][4], b[4][2], da[3][4] = {{0}}, db[4][2] = {{0}};

    oracle_random(&a[0][0], 12, 1);
    oracle_random(&b[0][0], 8, 2);
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_dup, b, db);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            CHECK(da[i][j], (i + 1) * (2 * b[j][0] + 3 * b[j][1]));
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 2; k++)
            CHECK(db[j][k], (k + 2) * (a[0][j] + 2 * a[1][j] + 3 * a[2][j]));
    return oracle_result();
}

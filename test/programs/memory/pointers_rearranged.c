/* Row pointers are exchanged inside the function; shadows must follow. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double a[2] = {x[0], x[1]}, b[2] = {x[2], x[3]}, c[2] = {1, 2};
    double *row[3] = {a, b, c};
    for (int k = 0; k < 4; k++) {
        double *t = row[k % 3];
        row[k % 3] = row[(k + 1) % 3];
        row[(k + 1) % 3] = t;
        row[0][0] = row[0][0] * row[1][1] + row[2][0];
        row[1][1] += 0.5 * row[0][0];
    }
    return a[0] * a[1] + b[0] * b[1] + c[0] * c[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.2}), 4);
    return oracle_result();
}

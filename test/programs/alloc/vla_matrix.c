/* Two-dimensional variable length arrays, as locals and as parameters. */
#include "oracle.h"

static void multiply(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static double f(const double *x, int count)
{
    int n = 3;
    double a[n][n], p[n][n], q[n][n], trace = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[i][j] = a[i][j] = x[(i * n + j) % count];
    for (int k = 0; k < 3; k++) {
        multiply(n, a, p, q);
        multiply(n, q, a, p);
    }
    for (int i = 0; i < n; i++)
        trace += p[i][i];
    return trace;
}

int main(void)
{
    const double x[7] = {0.4, 0.3, -0.4, 0.2, 0.5, -0.2, 0.6};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

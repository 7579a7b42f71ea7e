/* Several loops in a row; the later ones read what the earlier ones wrote. */
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    for (int i = 1; i < m; i++)
        y[i] = y[i] * y[i - 1] + x[i];
    for (int i = m - 2; i >= 0; i--)
        y[i] += 0.5 * y[i + 1] * y[i];
}

int main(void)
{
    const double x[5] = {0.5, 1.2, -0.8, 0.9, 1.1}, y[5] = {9, 9, 9, 9, 9};
    ORACLE_MAP(f, x, 5, y, 5);
    return oracle_result();
}

/* memcpy of doubles: constant length, run-time length, part of an array. */
#include <string.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    double a[8] = {0}, b[8];
    memcpy(a, x, (size_t)n * sizeof *a);
    for (int i = 0; i < 8; i++)
        a[i] = a[i] * a[i] + 1;
    memcpy(b, a, sizeof b);
    memcpy(a + 2, b + 4, 3 * sizeof *a);
    for (int i = 0; i < 8; i++)
        b[i] *= a[i];
    memcpy(y, b, (size_t)m * sizeof *y);
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){0.5, -0.7, 0.9, 1.2, 0.8}), 5, ((const double[]){1, 2, 3}), 3);
    return oracle_result();
}

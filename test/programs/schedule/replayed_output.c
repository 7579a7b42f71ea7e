/* A loop with loops inside that writes output arrays, prints, and reads a global: its side effects
 * happen once. */
#include <math.h>
#include <stdio.h>
#include "oracle.h"

static int printed;
static double scale = 0.7;

static void note(double v)
{
    printed++;
    if (v > 1e9)
        puts("large");
}

static void f(const double *x, int n, double *y, int m)
{
    double scratch[8];

    for (int i = 0; i < m; i++) {
        double total = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = sin(x[k] * (i + 1)) * scale;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                total += exp(scratch[k] * scratch[j]) * x[j];
        y[i] = total;
        note(total);
    }
}

int main(void)
{
    double x[3] = {0.5, -0.7, 0.9}, dx[3] = {0}, y[4], dy[4] = {1, 1, 1, 1};

    ORACLE_MAP(f, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){1, 2, 3, 4}), 4);
    printed = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, y, dy,
                      enzyme_const, 4);
    CHECK(printed, 4);
    return oracle_result();
}

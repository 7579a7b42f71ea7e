/* A matrix as an array of row pointers; elimination swaps rows by swapping pointers. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

static double **matrix_new(int n)
{
    double **a = malloc((size_t)n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = malloc((size_t)n * sizeof **a);
    return a;
}

static double determinant(double **a, int n)
{
    double d = 1;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (p != k) {
            double *t = a[p];
            a[p] = a[k];
            a[k] = t;
            d = -d;
        }
        d *= a[k][k];
        for (int i = k + 1; i < n; i++) {
            double m = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= m * a[k][j];
        }
    }
    return d;
}

static double f(const double *x, int count)
{
    int n = 3;
    double **a = matrix_new(n);
    for (int i = 0; i < count; i++)
        a[i / n][i % n] = x[i];
    double d = determinant(a, n);
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
    return d;
}

int main(void)
{
    const double x[9] = {0.1, 0.8, -0.9, 0.7, 1.3, 0.4, 2.0, -0.6, 0.5};

    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}

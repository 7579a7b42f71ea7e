/* LU with partial pivoting and row exchange by pointers, then two triangular solves. */
#include <math.h>
#include "oracle.h"

enum { N = 3 };

static double f(const double *x, int n)
{
    double a[N][N + 1], *row[N], s = 0;
    for (int i = 0; i < N; i++) {
        row[i] = a[i];
        for (int j = 0; j <= N; j++)
            a[i][j] = x[i * (N + 1) + j];
    }
    for (int k = 0; k < N; k++) {
        int best = k;
        for (int i = k + 1; i < N; i++)
            if (fabs(row[i][k]) > fabs(row[best][k]))
                best = i;
        double *t = row[k];
        row[k] = row[best];
        row[best] = t;
        for (int i = k + 1; i < N; i++) {
            double factor = row[i][k] / row[k][k];
            for (int j = k; j <= N; j++)
                row[i][j] -= factor * row[k][j];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++)
            row[i][N] -= row[i][j] * row[j][N];
        row[i][N] /= row[i][i];
        s += row[i][N] * (i + 1);
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.1, 2, 1, 3, 4, -1, 0.5, 1, -2, 1.5, 3, 2}), 12);
    return oracle_result();
}

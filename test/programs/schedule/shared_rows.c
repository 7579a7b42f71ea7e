/* Values kept once per element although a whole matrix of iterations reads them; extents behind
 * guards that fail. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double v[8], w[8], sum = 0;

    for (int i = 0; i < 8; i++)
        v[i] = x[i % n];
    for (int t = 0; t < 3; t++) {
        int m = t == 1 ? 0 : 8 - t; /* nothing in the second round */
        for (int i = 0; i < m; i++) {
            w[i] = 0;
            for (int j = 0; j < m; j++)
                w[i] += v[j] * v[j] * 0.1 * (i + j);
        }
        for (int i = 0; i < m; i++)
            v[i] = w[i] * v[i] + 0.5;
    }
    for (int i = 0; i < 8; i++)
        sum += v[i];
    return sum;
}

static double triangular(const double *x, int n)
{
    double sum = 0, row[8];

    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            row[j] = x[j] * x[i] + (j ? row[j - 1] : 1);
        for (int k = 0; k < 3; k++)
            for (int j = i; j >= 0; j--)
                sum += row[j] * row[i - j] * (k + 1);
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    ORACLE_GRADIENT(triangular, ((const double[]){0.5, -0.7, 0.9, 0.4, 1.1}), 5);
    return oracle_result();
}

/* A Batcher network by compare and exchange. */
#include "oracle.h"

static void exchange(double *a, double *b)
{
    double low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

static double f(const double *x, int n)
{
    static const int pairs[][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    double v[4], s = 0;
    for (int i = 0; i < 4; i++)
        v[i] = x[i];
    for (int i = 0; i < 5; i++)
        exchange(&v[pairs[i][0]], &v[pairs[i][1]]);
    for (int i = 0; i < 4; i++)
        s += v[i] * v[i] * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){3, 1, 4, 2}), 4, ((const double[]){18, 2, 32, 8}));
    return oracle_result();
}

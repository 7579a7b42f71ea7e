/* Two outputs written through pointers that are exchanged depending on data. */
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    double *low = y, *high = y + m / 2;
    for (int i = 0; i < n; i++) {
        low[i % (m / 2)] += x[i] * x[i];
        high[i % (m / 2)] = x[i] * low[i % (m / 2)];
        if (x[i] > 0.8) {
            double *t = low;
            low = high;
            high = t;
        }
    }
}

int main(void)
{
    const double x[5] = {0.9, 0.3, 1.9, 0.7, -0.2}, y[4] = {1, 2, 3, 4};

    ORACLE_MAP(f, x, 5, y, 4);
    return oracle_result();
}

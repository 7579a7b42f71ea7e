/* Bubble sort, then a weighted sum: weights go back to where the values came from. */
#include <stdbool.h>
#include "oracle.h"

static void sort(double *v, int n)
{
    bool moved;
    do {
        moved = false;
        for (int i = 0; i + 1 < n; i++)
            if (v[i] > v[i + 1]) {
                double t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
                moved = true;
            }
    } while (moved);
}

static double f(const double *x, int n)
{
    double v[8], s = 0;
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    sort(v, n);
    for (int i = 0; i < n; i++)
        s += v[i] * (i + 1) * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){3, 1, 5, 4, 2}), 5,
                       ((const double[]){9, 1, 25, 16, 4}));
    return oracle_result();
}

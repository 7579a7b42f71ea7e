/* A recursive in-place quicksort on active keys. */
#include "oracle.h"

static void sort(double *v, int n)
{
    if (n < 2)
        return;
    double pivot = v[n / 2];
    int i = 0, j = n - 1;
    while (i <= j) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i <= j) {
            double t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    sort(v, j + 1);
    sort(v + i, n - i);
}

static void f(double *x, int n)
{
    sort(x, n);
    for (int i = 1; i < n; i++)
        x[i] *= x[i - 1];
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.3, 0.1, 0.5, 0.45, 0.2, 0.9, 0.7, 0.65}), 8);
    return oracle_result();
}

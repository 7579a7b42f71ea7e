/* Merge sort with a variable length array in every activation. */
#include <string.h>
#include "oracle.h"

static void merge_sort(double *a, int n)
{
    if (n < 2)
        return;
    int h = n / 2;
    double left[h], right[n - h];
    memcpy(left, a, sizeof left);
    memcpy(right, a + h, sizeof right);
    merge_sort(left, h);
    merge_sort(right, n - h);
    for (int i = 0, j = 0, k = 0; k < n; k++)
        a[k] = j >= n - h || (i < h && left[i] <= right[j]) ? left[i++] : right[j++];
}

static void f(double *x, int n)
{
    merge_sort(x, n);
    for (int i = 0; i < n; i++)
        x[i] *= x[i] * (i + 1);
}

int main(void)
{
    const double x[9] = {0.9, 0.8, -0.9, 0.7, 1.05, -0.2, 2.2, 0.1, 0.35};

    ORACLE_INPLACE(f, x, 9);
    return oracle_result();
}

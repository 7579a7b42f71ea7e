/* Insertion into and removal from an array by memmove, in functions that see bytes only. */
#include <string.h>
#include "oracle.h"

__attribute__((noinline)) static void shift(void *base, size_t from, size_t to, size_t bytes)
{
    memmove((char *)base + to, (char *)base + from, bytes);
}

static int insert(double *a, int n, int at, double v)
{
    shift(a, (size_t)at * sizeof *a, (size_t)(at + 1) * sizeof *a, (size_t)(n - at) * sizeof *a);
    a[at] = v;
    return n + 1;
}

static int erase(double *a, int n, int at)
{
    shift(a, (size_t)(at + 1) * sizeof *a, (size_t)at * sizeof *a,
          (size_t)(n - at - 1) * sizeof *a);
    return n - 1;
}

static double f(const double *x, int n)
{
    double a[16], sum = 0;
    int count = 0;
    for (int i = 0; i < n; i++)
        count = insert(a, count, i / 2, x[i] * x[i]);
    count = erase(a, count, 1);
    for (int i = 0; i < count; i++)
        sum += a[i] * (i + 1) * x[i];
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -1.3}), 5);
    return oracle_result();
}

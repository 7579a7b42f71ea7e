/* Divide and conquer with a heap buffer in every call. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

/* Karatsuba product of two polynomials with n coefficients. */
static void multiply(const double *a, const double *b, double *c, int n)
{
    if (n == 1) {
        c[0] = a[0] * b[0];
        return;
    }
    int h = n / 2;
    double *t = calloc((size_t)(4 * n), sizeof *t), *sa = t + 2 * n, *sb = sa + n;
    for (int i = 0; i < h; i++) {
        sa[i] = a[i] + a[i + h];
        sb[i] = b[i] + b[i + h];
    }
    memset(c, 0, (size_t)(2 * n - 1) * sizeof *c);
    multiply(a, b, t, h);
    for (int i = 0; i < 2 * h - 1; i++)
        c[i] += t[i], c[i + h] -= t[i];
    multiply(a + h, b + h, t, h);
    for (int i = 0; i < 2 * h - 1; i++)
        c[i + 2 * h] += t[i], c[i + h] -= t[i];
    multiply(sa, sb, t, h);
    for (int i = 0; i < 2 * h - 1; i++)
        c[i + h] += t[i];
    free(t);
}

static void f(const double *x, int n, double *y, int m)
{
    multiply(x, x + n / 2, y, (m + 1) / 2);
}

int main(void)
{
    const double x[8] = {0.5, -0.25, 0.75, 1.2, 0.3, 0.9, -0.4, 2}, y[7] = {0};

    ORACLE_MAP(f, x, 8, y, 7);
    return oracle_result();
}

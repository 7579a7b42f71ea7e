/*
 * Sparse matrices in rows, and transforms.
 */
#include "kernels.h"

#include <math.h>

static void multiply(int n, const int *RESTRICT start, const int *RESTRICT column,
                     const double *RESTRICT value, const double *RESTRICT x, double *RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* y = A x, m values per row */
void VARIANT(spmv)(int n, int m, const int *RESTRICT start, const int *RESTRICT column,
                   const double *RESTRICT value, const double *RESTRICT x, double *RESTRICT y)
{
    (void)m;
    multiply(n, start, column, value, x, y);
}

static double product(int n, const double *RESTRICT x, const double *RESTRICT y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* t steps of the method of conjugate gradients for A x = b, from x = 0. */
void VARIANT(conjugate_gradients)(int n, int m, int t, const int *RESTRICT start,
                                  const int *RESTRICT column, const double *RESTRICT value,
                                  const double *RESTRICT b, double *RESTRICT r, double *RESTRICT p,
                                  double *RESTRICT q, double *RESTRICT x)
{
    (void)m;
    for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        r[i] = p[i] = b[i];
    }
    double square = product(n, b, b);
    for (int step = 0; step < t; step++) {
        multiply(n, start, column, value, p, q);
        double alpha = square / product(n, p, q);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = product(n, r, r), beta = next / square;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
        square = next;
    }
}

static void swap_pairs(double *RESTRICT s, int i, int j)
{
    double re = s[2 * i], im = s[2 * i + 1];

    s[2 * i] = s[2 * j];
    s[2 * i + 1] = s[2 * j + 1];
    s[2 * j] = re;
    s[2 * j + 1] = im;
}

/* Fourier transform of n complex numbers in place, n a power of two; root has the n-th roots of
 * one, n / 2 of them. */
void VARIANT(fft)(int n, const double *RESTRICT root, double *RESTRICT s)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j)
            swap_pairs(s, i, j);
    }
    for (int half = 1; half < n; half *= 2)
        for (int i = 0; i < n; i += 2 * half)
            for (int k = 0; k < half; k++) {
                double c = root[2 * k * (n / (2 * half))], d = root[2 * k * (n / (2 * half)) + 1];
                double *a = &s[2 * (i + k)], *b = &s[2 * (i + k + half)];
                double re = c * b[0] - d * b[1], im = c * b[1] + d * b[0];
                b[0] = a[0] - re;
                b[1] = a[1] - im;
                a[0] += re;
                a[1] += im;
            }
}

/* Every m x m window of an n x n image times a mask. */
void VARIANT(convolution)(int n, int m, const double *RESTRICT image, const double *RESTRICT mask,
                          double *RESTRICT out)
{
    int side = n - m + 1;

    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                for (int l = 0; l < m; l++)
                    sum += mask[k * m + l] * image[(i + k) * n + j + l];
            out[i * side + j] = sum;
        }
}

/*
 * Factorisations and solvers, in place where textbooks work in place.
 */
#include "kernels.h"

#include <math.h>

/* A = L U, both in A, ones on the diagonal of L; no pivoting. */
void VARIANT(lu)(int n, double *RESTRICT a)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}

/* A = L L^T, the lower half of A becomes L. */
void VARIANT(cholesky)(int n, double *RESTRICT a)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
        for (int k = 0; k < i; k++)
            a[i * n + i] -= a[i * n + k] * a[i * n + k];
        a[i * n + i] = sqrt(a[i * n + i]);
    }
}

/* n vectors of length m, the rows of A, become orthonormal (modified Gram-Schmidt); R has their
 * products, by rows. */
void VARIANT(gram_schmidt)(int n, int m, double *RESTRICT a, double *RESTRICT r)
{
    for (int k = 0; k < n; k++) {
        double square = 0.0;
        for (int i = 0; i < m; i++)
            square += a[k * m + i] * a[k * m + i];
        r[k * n + k] = sqrt(square);
        for (int i = 0; i < m; i++)
            a[k * m + i] /= r[k * n + k];
        for (int j = k + 1; j < n; j++) {
            r[k * n + j] = 0.0;
            for (int i = 0; i < m; i++)
                r[k * n + j] += a[k * m + i] * a[j * m + i];
            for (int i = 0; i < m; i++)
                a[j * m + i] -= r[k * n + j] * a[k * m + i];
        }
    }
}

/* L x = b */
void VARIANT(triangular)(int n, const double *RESTRICT l, const double *RESTRICT b,
                         double *RESTRICT x)
{
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i * n + j] * x[j];
        x[i] /= l[i * n + i];
    }
}

/* The Yule-Walker equations T y = -r, T the Toeplitz matrix of 1, r_0, ..., by the recursion of
 * Levinson and Durbin; z is scratch. */
void VARIANT(levinson)(int n, const double *RESTRICT r, double *RESTRICT z, double *RESTRICT y)
{
    double alpha = -r[0], beta = 1.0;

    y[0] = alpha;
    for (int k = 1; k < n; k++) {
        double sum = r[k];
        beta *= 1.0 - alpha * alpha;
        for (int i = 0; i < k; i++)
            sum += r[k - 1 - i] * y[i];
        alpha = -sum / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - 1 - i];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i by Gaussian elimination; `upper` is scratch. */
void VARIANT(tridiagonal)(int n, const double *RESTRICT a, const double *RESTRICT b,
                          const double *RESTRICT c, const double *RESTRICT d,
                          double *RESTRICT upper, double *RESTRICT x)
{
    upper[0] = c[0] / b[0];
    x[0] = d[0] / b[0];
    for (int i = 1; i < n; i++) {
        double pivot = b[i] - a[i] * upper[i - 1];
        upper[i] = c[i] / pivot;
        x[i] = (d[i] - a[i] * x[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; i--)
        x[i] -= upper[i] * x[i + 1];
}

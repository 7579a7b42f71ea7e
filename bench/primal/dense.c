/*
 * Dense linear algebra without pivots: products of matrices and vectors, in rows.
 */
#include "kernels.h"

void VARIANT(gemm_ijk)(int n, const double *RESTRICT a, const double *RESTRICT b,
                       double *RESTRICT c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void VARIANT(gemm_ikj)(int n, const double *RESTRICT a, const double *RESTRICT b,
                       double *RESTRICT c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void VARIANT(gemm_jki)(int n, const double *RESTRICT a, const double *RESTRICT b,
                       double *RESTRICT c)
{
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* The lower half of C += A A^T, A n x m. */
void VARIANT(syrk)(int n, int m, const double *RESTRICT a, double *RESTRICT c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                sum += a[i * m + k] * a[j * m + k];
            c[i * n + j] += sum;
        }
}

/* The lower half of C += A B^T + B A^T, A and B n x m. */
void VARIANT(syr2k)(int n, int m, const double *RESTRICT a, const double *RESTRICT b,
                    double *RESTRICT c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i * n + j] += a[i * m + k] * b[j * m + k] + b[i * m + k] * a[j * m + k];
}

/* C += A B, A symmetric, of which the lower half is read. */
void VARIANT(symm)(int n, int m, const double *RESTRICT a, const double *RESTRICT b,
                   double *RESTRICT c)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            for (int j = 0; j < m; j++) {
                c[i * m + j] += a[i * n + k] * b[k * m + j];
                c[k * m + j] += a[i * n + k] * b[i * m + j];
            }
        for (int j = 0; j < m; j++)
            c[i * m + j] += a[i * n + i] * b[i * m + j];
    }
}

/* B = A^T B in place, A lower triangular with ones on its diagonal. */
void VARIANT(trmm)(int n, int m, const double *RESTRICT a, double *RESTRICT b)
{
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            for (int j = 0; j < m; j++)
                b[i * m + j] += a[k * n + i] * b[k * m + j];
}

/* y = A^T A x */
void VARIANT(atax)(int n, const double *RESTRICT a, const double *RESTRICT x, double *RESTRICT y)
{
    for (int j = 0; j < n; j++)
        y[j] = 0.0;
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += a[i * n + j] * sum;
    }
}

/* s = A^T r, q = A p */
void VARIANT(bicg)(int n, const double *RESTRICT a, const double *RESTRICT p,
                   const double *RESTRICT r, double *RESTRICT q, double *RESTRICT s)
{
    for (int j = 0; j < n; j++)
        s[j] = 0.0;
    for (int i = 0; i < n; i++) {
        q[i] = 0.0;
        for (int j = 0; j < n; j++) {
            s[j] += r[i] * a[i * n + j];
            q[i] += a[i * n + j] * p[j];
        }
    }
}

/* x += A u, y += A^T v */
void VARIANT(mvt)(int n, const double *RESTRICT a, const double *RESTRICT u,
                  const double *RESTRICT v, double *RESTRICT x, double *RESTRICT y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += a[i * n + j] * u[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i] += a[j * n + i] * v[j];
}

/* A += u1 v1^T + u2 v2^T, x = A^T y + z, w = A x; u and v are pairs of vectors. */
void VARIANT(gemver)(int n, double *RESTRICT a, const double *RESTRICT u, const double *RESTRICT v,
                     const double *RESTRICT y, const double *RESTRICT z, double *RESTRICT x,
                     double *RESTRICT w)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] += u[i] * v[j] + u[n + i] * v[n + j];
    for (int i = 0; i < n; i++)
        x[i] = z[i];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i] += a[j * n + i] * y[j];
    for (int i = 0; i < n; i++) {
        w[i] = 0.0;
        for (int j = 0; j < n; j++)
            w[i] += a[i * n + j] * x[j];
    }
}

/* y = 1.5 A x + 1.2 B x */
void VARIANT(gesummv)(int n, const double *RESTRICT a, const double *RESTRICT b,
                      const double *RESTRICT x, double *RESTRICT y)
{
    for (int i = 0; i < n; i++) {
        double of_a = 0.0, of_b = 0.0;
        for (int j = 0; j < n; j++) {
            of_a += a[i * n + j] * x[j];
            of_b += b[i * n + j] * x[j];
        }
        y[i] = 1.5 * of_a + 1.2 * of_b;
    }
}

static void product(int n, const double *RESTRICT a, const double *RESTRICT b, double *RESTRICT c)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0.0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

/* d = A B C */
void VARIANT(two_mm)(int n, const double *RESTRICT a, const double *RESTRICT b,
                     const double *RESTRICT c, double *RESTRICT ab, double *RESTRICT d)
{
    product(n, a, b, ab);
    product(n, ab, c, d);
}

/* g = (A B) (C D) */
void VARIANT(three_mm)(int n, const double *RESTRICT a, const double *RESTRICT b,
                       const double *RESTRICT c, const double *RESTRICT d, double *RESTRICT ab,
                       double *RESTRICT cd, double *RESTRICT g)
{
    product(n, a, b, ab);
    product(n, c, d, cd);
    product(n, ab, cd, g);
}

/* Every row of length m of A, n of them, times C; `row` has room for one. */
void VARIANT(doitgen)(int n, int m, double *RESTRICT a, const double *RESTRICT c,
                      double *RESTRICT row)
{
    for (int i = 0; i < n; i++) {
        for (int p = 0; p < m; p++) {
            row[p] = 0.0;
            for (int s = 0; s < m; s++)
                row[p] += a[i * m + s] * c[s * m + p];
        }
        for (int p = 0; p < m; p++)
            a[i * m + p] = row[p];
    }
}

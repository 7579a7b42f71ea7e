/* Factorisations and solvers in place, in several spellings: most of what their adjoints read stays
 * where it is. */
#include <math.h>
#include <stddef.h>
#include "oracle.h"

enum { N = 6, SIZE = N * N + N };

static void lu(double *a, int size)
{
    int n = size / (N + 1);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}
static void lu_by_rows(double *a, int size)
{
    long n = size / (N + 1);
    for (long k = 0; k < n; k++) {
        const double *pivot = a + k * n;
        for (double *row = a + (k + 1) * n; row < a + n * n; row += n) {
            double factor = row[k] / pivot[k];
            row[k] = factor;
            for (long j = k + 1; j < n; j++)
                row[j] -= factor * pivot[j];
        }
    }
}
static void lu_by_columns(double *a, int size)
{
    (void)size;
    for (unsigned k = 0; k < N; k++)
        for (unsigned j = k + 1; j < N; j++) {
            a[k + j * N] /= a[k + k * N];
            for (unsigned i = k + 1; i < N; i++)
                a[i + j * N] -= a[i + k * N] * a[k + j * N];
        }
}
static void cholesky(double *a, int size)
{
    int n = size / (N + 1);
    for (int i = 0; i < n; i++)
        a[i * n + i] += 20;
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
static void cholesky_with_size_t(double *a, int size)
{
    size_t n = (size_t)size / (N + 1);
    for (size_t j = 0; j < n; j++) {
        a[j * n + j] = sqrt(20 + a[j * n + j]);
        for (size_t i = j + 1; i < n; i++)
            a[i * n + j] /= a[j * n + j];
        for (size_t i = j + 1; i < n; i++)
            for (size_t k = j + 1; k <= i; k++)
                a[i * n + k] -= a[i * n + j] * a[k * n + j];
    }
}
static void solve_upper(double *a, int size)
{
    int n = size / (N + 1);
    double *x = a + n * n;
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}
static void exchange_rows(double *a, int n, int i, int k)
{
    for (int j = 0; j < n; j++) {
        double held = a[i * n + j];
        a[i * n + j] = a[k * n + j];
        a[k * n + j] = held;
    }
}
static void lu_with_pivots(double *a, int size)
{
    int n = size / (N + 1);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
                pivot = i;
        if (pivot != k)
            exchange_rows(a, n, pivot, k);
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            a[i * n + k] = factor;
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
}
/* Gauss and Jordan: all rows but that of the pivot. */
static void inverse(double *a, int size)
{
    int n = size / (N + 1);
    for (int k = 0; k < n; k++) {
        double scale = 1 / a[k * n + k];
        a[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            a[k * n + j] *= scale;
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            double factor = a[i * n + k];
            a[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
}
static void householder(double *a, int size)
{
    int n = size / (N + 1);
    for (int k = 0; k < n; k++) {
        double square = 0;
        for (int i = k; i < n; i++)
            square += a[i * n + k] * a[i * n + k];
        double diagonal = a[k * n + k] > 0 ? -sqrt(square) : sqrt(square),
               first = a[k * n + k] - diagonal,
               length = square - a[k * n + k] * a[k * n + k] + first * first;
        for (int j = k + 1; j < n; j++) {
            double sum = first * a[k * n + j];
            for (int i = k + 1; i < n; i++)
                sum += a[i * n + k] * a[i * n + j];
            sum *= 2 / length;
            a[k * n + j] -= sum * first;
            for (int i = k + 1; i < n; i++)
                a[i * n + j] -= sum * a[i * n + k];
        }
        a[k * n + k] = diagonal;
        for (int i = k + 1; i < n; i++)
            a[i * n + k] = 0;
    }
}
/* Rows that only some others get, and the pivot's itself in the middle: it is not the same for all.
 */
static void some_rows(double *a, int size)
{
    int n = size / (N + 1);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (a[i * n] > 0)
                for (int j = 0; j < n; j++)
                    a[i * n + j] += 0.1 * a[i * n + j] * a[k * n + j];
}
/* What the inner loops keep is the same for all steps; there may be no columns. */
static void conditional(double *a, int size, int n, int m)
{
    double *b = a + size / 2, sum = 0.1;
    for (int t = 0; t < 3; t++)
        if (b[t] > -0.5)
            for (int i = m; i-- > 0;)
                for (int k = 0; k < n; k++) {
                    a[t * m + k] = 0.5 * a[t * m + k] + 0.5 * cos(a[k] * b[(i + 1) % (n ? n : 1)]);
                    for (int j = i + 1; j < 3; j++) {
                        sum = 0.5 * sum + 0.4 * b[j] * b[j + 1];
                        a[j + 1] += 0.1 * sum * sum;
                    }
                }
}
static int columns;
static void conditional_columns(double *a, int size)
{
    conditional(a, size, 3, columns);
}
static void blocks(double *a, int size)
{
    int n = size / (N + 1);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 3; j++) {
                double *to = &a[(p * n + i) * 3 + j];
                *to *= p ? a[i * 3 + j] : 1 / (1 + *to * *to);
            }
}

int main(void)
{
    double at[SIZE];
    oracle_random(at, SIZE, 11);
    for (int i = 0; i < N; i++)
        at[i * N + i] += 4;
    ORACLE_INPLACE(lu, at, SIZE);
    ORACLE_INPLACE(lu_by_rows, at, SIZE);
    ORACLE_INPLACE(lu_by_columns, at, SIZE);
    ORACLE_INPLACE(cholesky, at, SIZE);
    ORACLE_INPLACE(cholesky_with_size_t, at, SIZE);
    ORACLE_INPLACE(solve_upper, at, SIZE);
    ORACLE_INPLACE(lu_with_pivots, at, SIZE);
    ORACLE_INPLACE(inverse, at, SIZE);
    ORACLE_INPLACE(householder, at, SIZE);
    ORACLE_INPLACE(some_rows, at, SIZE);
    for (columns = 0; columns < 4; columns++)
        ORACLE_INPLACE(conditional_columns, at, SIZE);
    ORACLE_INPLACE(blocks, at, SIZE);
    return oracle_result();
}

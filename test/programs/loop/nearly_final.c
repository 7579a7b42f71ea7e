/* Values in an array that the adjoint reads, and that a later store overwrites after all: rows that
 * overlap, bounds off by one, counters that wrap around, a second run. Every function is one step
 * away from one in which the values are final. */
#include "oracle.h"

enum { N = 40 };

#define UPDATE(target, x, y) ((target) = 0.3 * (target) + (x) * (y) / (1.5 + (x) * (x)))

/* Rows of n elements, stride - n of them shared with the next row. */
static void overlapping_rows(double *a, int n, int stride)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            UPDATE(a[i * stride + j], a[i * stride], a[i * stride + n - 1]);
}
static void rows_shorter(double *a, int n)
{
    overlapping_rows(a, n / 8, n / 13);
}
static void rows_apart(double *a, int n)
{
    overlapping_rows(a, n / 8, n / 8 + 2);
}
static void rows_backwards(double *a, int n)
{
    overlapping_rows(a + n - 6, n / 8, -(n / 10));
}
static void row_of_one(double *a, int n)
{
    overlapping_rows(a, n / 6, n - N);
}

/* Elimination, in which all that is read stays where it is if rows do not overlap. */
static void eliminate(double *a, int n, int stride, int end)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * stride + k] /= 2 + a[k * stride + k] * a[k * stride + k];
            for (int j = k + 1; j < end; j++)
                a[i * stride + j] -= a[i * stride + k] * a[k * stride + j];
        }
}
static void eliminate_shorter(double *a, int n)
{
    eliminate(a, n / 8, n / 13, n / 8);
}
static void eliminate_backwards(double *a, int n)
{
    eliminate(a + n - 6, n / 8, -(n / 10), n / 8);
}
static void eliminate_in_one_row(double *a, int n)
{
    eliminate(a, n / 6, n - N, n / 6);
}
static void eliminate_too_far(double *a, int size)
{
    int n = size / 8;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= 2 + a[k * n + k] * a[k * n + k];
            for (int j = k + 1; j <= n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}
/* Twice the same parameter, once as a row of the other length. */
static void rows_of_two_lengths(double *a, int size)
{
    int n = size / 8, m = size / 10;
    for (int i = 1; i < m; i++)
        for (int j = 0; j < m; j++)
            a[i * n + j] *= a[(i - 1) * m + j];
}
static void planes_too_thin(double *a, int size)
{
    int n = size / 13, m = size / 20;
    for (int k = 0; k < m; k++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                a[(k * m + i) * n + j] *= a[(k * m + i - 1) * n + j];
}

/* j <= k instead of j < k: the pivot itself is overwritten. */
static void pivot_overwritten(double *a, int size)
{
    int n = size / 6;
    for (int k = 0; k < n; k++)
        for (int i = k; i < n; i++)
            for (int j = k; j < n; j++)
                UPDATE(a[i * n + j], a[i * n + k], a[k * n + j]);
}
static void one_place_too_far(double *a, int size)
{
    int n = size / 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            UPDATE(a[i * n + j], a[i * n], a[n]);
}
static void one_place_before(double *a, int size)
{
    int n = size / 7;
    for (int i = 1; i < n; i++)
        for (int j = -1; j < n; j++)
            UPDATE(a[i * n + j], a[i * n + n - 1], a[1]);
}
static void one_row_too_far(double *a, int size)
{
    int n = size / 7;
    for (int k = 0; k < n; k++)
        for (int j = k; j <= n; j++)
            for (int i = 0; i <= k; i++)
                UPDATE(a[k * n + j], a[i * n + k], a[k * n]);
}

/* The counter goes past the end of its type: twice through the same places. */
static void unsigned_char_counter(double *a, int n)
{
    unsigned char at = 250;
    for (int i = 0; i < 24; i++, at++)
        UPDATE(a[at % 32 < n ? at & 15 : 0], a[(unsigned char)(at + 1) & 15], a[20]);
}
static void unsigned_products(double *a, unsigned n)
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < n; j++)
            UPDATE(a[(i * 0x80000000u + j) & 31], a[(i * 0x80000000u + j + 1) & 31], a[33]);
}
static void unsigned_row(double *a, int n)
{
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 4; j++)
            UPDATE(a[(unsigned)(i * (0u - 4u) + j + 4u)], a[i * 4 + j + 1], a[n - 1]);
}
static void products(double *a, int n)
{
    unsigned_products(a, (unsigned)n / 2);
}

/* Downwards, in steps of two, and a store that comes first and last. */
static void downwards(double *a, int n)
{
    for (int i = n - 2; i >= 0; i -= 2)
        for (int j = i; j > 0; j--)
            UPDATE(a[j], a[j - 1], a[i + 1]);
}
static void store_first(double *a, int n)
{
    for (int i = 0; i + 2 < n; i++) {
        UPDATE(a[i + 2], a[i], a[i + 1]);
        a[i + 1] *= a[i + 2];
    }
}

/* A second nest, and the same nest again. */
static void solve(double *x, const double *l, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i * n + j] * x[j];
        x[i] /= 2 + l[i * n + i] * l[i * n + i];
    }
}
static void overwritten_by_next_nest(double *a, int n)
{
    solve(a + 30, a, 5);
    for (int i = 0; i < 5; i++)
        a[30 + i] = a[30 + i] * a[i] + a[n - 1];
}
static void twice(double *a, int n)
{
    (void)n;
    for (int t = 0; t < 3; t++)
        solve(a + 30, a, 5);
}
static void into_its_own_matrix(double *a, int n)
{
    (void)n;
    solve(a + 12, a, 5);
}

/* The stored value is needed, and another store takes its place later, or it was not made. */
static void quotient_overwritten(double *a, int n)
{
    for (int i = 1; i < n; i++) {
        a[i] /= 1.5 + a[i - 1] * a[i - 1];
        a[i - 1] = a[i] * a[i];
    }
}
static void quotient_of_condition(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        double q = a[i] / (2 + a[0]);
        if (i % 3)
            a[i] = q;
        a[n - 1 - i] += q * q;
    }
}

/* The place does not change in the inner loop; what is there does. */
static void pivot_in_its_row(double *a, int size)
{
    int n = size / 7;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            UPDATE(a[i * n + j], a[i * n + i], a[j]);
}
static void pivot_in_last_place(double *a, int size)
{
    int n = size / 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            UPDATE(a[i * n + j], a[i * n + n - 1], a[j]);
}
static void first_of_next_row(double *a, int size)
{
    int n = size / 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            UPDATE(a[i * n + j], a[(i + 1) * n], a[j]);
}

int main(void)
{
    double at[N];
    oracle_random(at, N, 7);
    for (int i = 0; i < N; i++)
        at[i] += 2;
    ORACLE_INPLACE(rows_shorter, at, N);
    ORACLE_INPLACE(rows_apart, at, N);
    ORACLE_INPLACE(rows_backwards, at, N);
    ORACLE_INPLACE(row_of_one, at, N);
    ORACLE_INPLACE(eliminate_shorter, at, N);
    ORACLE_INPLACE(eliminate_backwards, at, N);
    ORACLE_INPLACE(eliminate_in_one_row, at, N);
    ORACLE_INPLACE(eliminate_too_far, at, N);
    ORACLE_INPLACE(rows_of_two_lengths, at, N);
    ORACLE_INPLACE(planes_too_thin, at, N);
    ORACLE_INPLACE(pivot_overwritten, at, N);
    ORACLE_INPLACE(one_place_too_far, at, N);
    ORACLE_INPLACE(one_place_before, at, N);
    ORACLE_INPLACE(one_row_too_far, at, N);
    ORACLE_INPLACE(unsigned_char_counter, at, N);
    ORACLE_INPLACE(products, at, N);
    ORACLE_INPLACE(unsigned_row, at, N);
    ORACLE_INPLACE(downwards, at, N);
    ORACLE_INPLACE(store_first, at, N);
    ORACLE_INPLACE(overwritten_by_next_nest, at, N);
    ORACLE_INPLACE(twice, at, N);
    ORACLE_INPLACE(into_its_own_matrix, at, N);
    ORACLE_INPLACE(quotient_overwritten, at, N);
    ORACLE_INPLACE(quotient_of_condition, at, N);
    ORACLE_INPLACE(pivot_in_its_row, at, N);
    ORACLE_INPLACE(pivot_in_last_place, at, N);
    ORACLE_INPLACE(first_of_next_row, at, N);
    return oracle_result();
}

/* Nests of loops that write the same rows again and again, in the array that they read from: the
 * reverse sweep puts a row back in front of the nest that wrote it, where nothing of the row is
 * read in the nest before it is overwritten. */
#include "oracle.h"
#include <math.h>

enum { ROWS = 7, LENGTH = 5, SPARE = 4, SIZE = ROWS * LENGTH + SPARE };

static int row_count, length;
static const double factors[ROWS * ROWS] = {0.3,  -0.2, 0.4, 0.1,  0.25, -0.3, 0.2, 0.15, 0.35,
                                            -0.1, 0.45, 0.2, -0.4, 0.3,  0.1,  0.2, 0.3};

static double factor(int k, int i)
{
    return factors[(k * ROWS + i) % 17];
}

#define FUNCTION(name)                                                                             \
    static void name##_of(double *b, int n, int m);                                                \
    static void name(double *b, int size)                                                          \
    {                                                                                              \
        (void)size;                                                                                \
        name##_of(b, row_count, length);                                                           \
    }                                                                                              \
    static void name##_of(double *b, int n, int m)
#define FOR(i, from, to) for (int i = (from); i < (to); i++)

FUNCTION(rows_below)
{
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    FOR(j, 0, m)
    b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* The row itself among them. */
FUNCTION(all_rows)
{
    FOR(i, 0, n)
    FOR(k, 0, n)
    FOR(j, 0, m)
    b[i * m + j] += 0.1 * factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* Rows that are written before. */
FUNCTION(rows_above)
{
    FOR(i, 0, n)
    FOR(k, 0, i)
    FOR(j, 0, m)
    b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* The product needs what it overwrites. */
FUNCTION(from_below)
{
    for (int i = n - 1; i >= 0; i--)
        FOR(k, 0, i)
    FOR(j, 0, m)
    b[i * m + j] += factor(k, i) * b[k * m + j] * b[i * m + j];
}

/* In front of the nest, and behind it, the row is overwritten as well, and read. */
FUNCTION(scaled_rows)
{
    FOR(i, 0, n)
    {
        FOR(j, 0, m)
        b[i * m + j] *= b[i * m + j];
        FOR(k, i + 1, n)
        FOR(j, 0, m)
        b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
        FOR(j, 0, m)
        b[i * m + j] = sin(b[i * m + j]) * b[i * m + j];
    }
}

/* A second nest writes the rows that the first one reads. */
FUNCTION(rows_and_back)
{
    FOR(i, 0, n)
    {
        FOR(k, i + 1, n)
        FOR(j, 0, m)
        b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
        FOR(k, i + 1, n)
        FOR(j, 0, m)
        b[k * m + j] += 0.1 * b[i * m + j] * b[i * m + j];
    }
}

FUNCTION(sweeps)
{
    FOR(t, 0, 3)
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    FOR(j, 0, m)
    b[i * m + j] += 0.3 * factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* From the end of the row to its start, with two places of the other row. */
FUNCTION(mirrored)
{
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    for (int j = m - 1; j >= 0; j--)
        b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + m - 1 - j];
}

/* A nest of three loops writes each row. */
FUNCTION(twice)
{
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    FOR(l, 0, 2)
    FOR(j, 0, m)
    b[i * m + j] += 0.2 * factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* Rows are as long as they are apart, and one element longer: the next one begins with that. */
FUNCTION(next_row)
{
    FOR(i, 0, n - 1)
    FOR(k, 0, n)
    FOR(j, 0, m)
    b[i * m + j] += 0.1 * factor(k, i) * b[(i + 1) * m + j] * b[(i + 1) * m + j];
}

FUNCTION(longer_rows)
{
    FOR(i, 0, n - 1)
    FOR(k, 0, n)
    FOR(j, 0, m + 1)
    b[i * m + j] += 0.1 * factor(k, i) * b[(i + 1) * m + j] * b[(i + 1) * m + j];
}

/* What is read behind the nest is used in all iterations that follow. */
FUNCTION(sum_of_rows)
{
    double sum = 0;
    FOR(i, 0, n)
    {
        FOR(k, i + 1, n)
        FOR(j, 0, m)
        b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
        sum += b[i * m] * b[i * m + m - 1];
        b[0] += sum * b[i * m + 1];
    }
}

/* The nest is the whole function; in the first iteration, or in none, the row is the one read. */
FUNCTION(first_row)
{
    FOR(k, 0, n)
    FOR(j, 0, m)
    b[j] += 0.1 * factor(k, 1) * b[k * m + j] * b[k * m + j];
}

FUNCTION(first_row_from_others)
{
    FOR(k, 1, n)
    FOR(j, 0, m)
    b[j] += factor(k, 1) * b[k * m + j] * b[k * m + j];
    FOR(j, 0, n * m)
    b[j] *= b[j];
}

/* Nothing is written where a condition says so. */
FUNCTION(some_rows)
{
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    if (m > 3 && i % 2 == 0)
        FOR(j, 0, m)
    b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
}

/* The condition is one of an outer loop that writes the same row, too. */
FUNCTION(odd_steps)
{
    FOR(t, 0, n)
    FOR(k, 0, n)
    if (t & 1)
        FOR(j, 0, m)
    b[j] = 0.5 * b[j] * b[m + k] + 0.3 * b[m + k] * b[j];
}

FUNCTION(some_products)
{
    FOR(i, 0, n)
    FOR(k, i + 1, n)
    if (b[k * m] > 0.1)
        FOR(j, 0, m)
    b[i * m + j] += factor(k, i) * b[k * m + j] * b[k * m + j];
}

static void check_all(const double *at)
{
    ORACLE_INPLACE(rows_below, at, SIZE);
    ORACLE_INPLACE(all_rows, at, SIZE);
    ORACLE_INPLACE(rows_above, at, SIZE);
    ORACLE_INPLACE(from_below, at, SIZE);
    ORACLE_INPLACE(scaled_rows, at, SIZE);
    ORACLE_INPLACE(rows_and_back, at, SIZE);
    ORACLE_INPLACE(sweeps, at, SIZE);
    ORACLE_INPLACE(mirrored, at, SIZE);
    ORACLE_INPLACE(twice, at, SIZE);
    ORACLE_INPLACE(next_row, at, SIZE);
    ORACLE_INPLACE(longer_rows, at, SIZE);
    ORACLE_INPLACE(sum_of_rows, at, SIZE);
    ORACLE_INPLACE(first_row, at, SIZE);
    ORACLE_INPLACE(first_row_from_others, at, SIZE);
    ORACLE_INPLACE(some_rows, at, SIZE);
    ORACLE_INPLACE(odd_steps, at, SIZE);
    ORACLE_INPLACE(some_products, at, SIZE);
}

int main(void)
{
    double at[SIZE];
    oracle_random(at, SIZE, 5);
    for (row_count = 1; row_count <= ROWS; row_count += 2)
        for (length = 2; length <= LENGTH; length++)
            check_all(at);
    return oracle_result();
}

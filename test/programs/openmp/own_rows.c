/* Rows of matrices, and several pointers, in shared loops. */
#include "own.h"

/* ---- rows ---- */

static int side_of(int n)
{
    int side = 1;
    while ((side + 1) * (side + 1) <= n)
        side++;
    return side;
}

F(own_rows)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for
    for (int i = 0; i < side; i++) {
        double sum = 0;
        for (int j = 0; j < side; j++)
            sum += x[i * side + j] * x[i * side + j];
        y[i] = sum;
    }
}

static void stencil(const double *x, double *y, int rows, int columns)
{
#pragma omp parallel for
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            y[i * columns + j] = x[i * columns + j] * x[(i - 1) * columns + j] +
                                 x[(i + 1) * columns + j] + 2 * x[i * columns + j - 1] +
                                 x[i * columns + j + 1];
}

F(square)
{
    int side = side_of(n);
    (void)m;
    stencil(x, y, side, side);
}

F(tall)
{
    (void)m;
    stencil(x, y, n / 7, 7);
}

/* Rows may be less than a row apart. */
static void bands(const double *x, double *y, int rows, int columns, int apart)
{
#pragma omp parallel for
    for (int i = 1; i < rows - 1; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++)
            sum += x[i * apart + j] * x[(i + 1) * apart + j] + x[(i - 1) * apart + j];
        y[i] = sum;
    }
}

F(overlapping_rows)
{
    (void)m;
    bands(x, y, n / 4, 11, 3);
}

F(columns)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for
    for (int j = 1; j < side - 1; j++)
        for (int i = 0; i < side; i++)
            y[i * side + j] = x[i * side + j] * x[i * side + j - 1] + x[i * side + j + 1];
}

F(collapsed)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for collapse(2)
    for (int i = 1; i < side - 1; i++)
        for (int j = 1; j < side - 1; j++)
            y[i * side + j] = x[i * side + j] * x[(i - 1) * side + j] + x[i * side + j + 1];
}

/* ---- several pointers ---- */

static void product(const double *a, const double *b, double *y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = a[i] * b[i];
}

F(apart)
{
    (void)m;
    product(x, x + n / 2, y, n / 2);
}

F(the_same)
{
    (void)m;
    product(x, x, y, n);
}

F(shifted)
{
    (void)m;
    product(x, x + 1, y, n - 1);
}

F(shifted_far)
{
    (void)m;
    product(x, x + n / 3, y, n / 2);
}

F(dot)
{
    (void)m;
    const double *v = x + n / 2;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n / 2; i++)
        sum += x[i] * v[i];
    y[0] = sum;
}

F(in_place)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = y[i] * y[i] + y[i];
}

F(in_place_next)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for
    for (int i = 0; i < n / 2; i++)
        y[2 * i] = y[2 * i] * y[2 * i + 1];
}

#define ROWS(X) X(own_rows) X(square) X(tall) X(overlapping_rows) X(columns) X(collapsed)
#define POINTERS(X)                                                                                \
    X(apart) X(the_same) X(shifted) X(shifted_far) X(dot) X(in_place) X(in_place_next)
#define ALL(X) ROWS(X) POINTERS(X)
TEST_ALL

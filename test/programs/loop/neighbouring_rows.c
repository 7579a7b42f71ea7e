/* Stencils over several rows and planes: their adjoints sum up what neighbours add (see
 * plan/nest_gather.c), in grids of any size, also where nothing but borders is left. What only
 * looks like such a nest must not be summed up. */
#include <string.h>
#include "oracle.h"

enum { SIZE = 60 };

static int rows, columns; /* of a grid */

static void five_points(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            y[i * columns + j] = 0.5 * x[i * columns + j] + x[i * columns + j - 1] -
                                 2 * x[i * columns + j + 1] + 3 * x[(i - 1) * columns + j] -
                                 x[(i + 1) * columns + j];
}
static void nine_points(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++) {
            const double *at = x + i * columns + j;
            y[i * columns + j] = at[0] - 2 * (at[-1] + at[1]) + 3 * at[-columns - 1] +
                                 at[-columns] + at[1 - columns] - at[columns - 1] - at[columns] -
                                 at[columns + 1];
        }
}
static void products_of_nine(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (long i = 1; i < rows - 1; i++)
        for (long j = 1; j < columns - 1; j++) {
            const double *at = x + i * columns + j, *above = at - columns, *below = at + columns;
            y[i * columns + j] = at[0] * (above[-1] + 2 * above[0] + 3 * above[1]) +
                                 at[-1] * at[1] + below[-1] * below[0] * below[1];
        }
}
static void far_rows(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 2; i < rows - 2; i++)
        for (int j = 0; j < columns; j++)
            y[i * columns + j] =
                x[(i - 2) * columns + j] * x[(i + 2) * columns + j] + x[(i - 1) * columns + j];
}
static void one_sided(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 0; i < rows - 1; i++)
        for (int j = 0; j < columns - 3; j++)
            y[i * columns + j] =
                x[(i + 1) * columns + j + 3] - x[i * columns + j] * x[i * columns + j];
}
/* Planes, rows and columns; borders on all sides. */
static void three_dimensions(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    int planes = SIZE / (rows * columns);
    for (int k = 1; k < planes - 1; k++)
        for (int i = 1; i < rows - 1; i++)
            for (int j = 1; j < columns - 1; j++) {
                const double *at = x + (k * rows + i) * columns + j;
                y[(k * rows + i) * columns + j] =
                    at[0] + 2 * at[-1] - at[1] + at[-columns] * at[1] + at[columns] +
                    3 * at[-rows * columns] - at[rows * columns] * at[0];
            }
}
/* The second half of both arrays is another field. */
static void two_fields(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    const double *u = x, *v = x + SIZE / 2;
    double *a = y, *b = y + SIZE / 2;
    int most = SIZE / 2 / columns < rows ? SIZE / 2 / columns : rows;
    for (int i = 0; i < most - 1; i++)
        for (int j = 0; j < columns - 1; j++) {
            a[i * columns + j] =
                u[i * columns + j] * (v[(i + 1) * columns + j] - v[i * columns + j]);
            b[i * columns + j] =
                u[(i + 1) * columns + j] - u[i * columns + j + 1] * v[i * columns + j];
        }
}
/* What the element was before counts, too. */
static void relaxed(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 0; i < rows * columns && i < SIZE; i++)
        y[i] = x[i] * x[i];
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < columns; j++)
            y[i * columns + j] = 0.25 * y[i * columns + j] + x[(i - 1) * columns + j] +
                                 x[(i + 1) * columns + j] * x[i * columns + j];
}
static void steps(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    double a[SIZE], b[SIZE], *now = a, *next = b;
    memcpy(a, x, sizeof a);
    memcpy(b, x, sizeof b);
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < rows - 1; i++)
            for (int j = 1; j < columns - 1; j++)
                next[i * columns + j] =
                    now[i * columns + j] * 0.9 +
                    0.1 * now[(i - 1) * columns + j] * now[(i + 1) * columns + j] +
                    now[i * columns + j - 1] - now[i * columns + j + 1];
        double *old = now;
        now = next;
        next = old;
    }
    memcpy(y, now, sizeof a);
}
/* Every second row, and every third column: neighbours of some are neighbours of none. */
static void coarse(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 1; i < rows - 1; i += 2)
        for (int j = 1; j < columns - 1; j += 3)
            y[i * columns + j] = x[(i - 1) * columns + j] * x[(i + 1) * columns + j] +
                                 x[i * columns + j - 1] - x[i * columns + j + 1];
}
/* Rows that are further apart than they are long, and nobody knows how far. */
static void padded(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    int apart = (SIZE - 1) / rows;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < columns && j < apart; j++)
            y[i * apart + j] = x[(i - 1) * apart + j] * x[i * apart + j] - x[(i + 1) * apart + j];
}
/* Rows of the result overlap: the last store of an element counts. */
static void overlapping(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    int apart = columns > 1 ? columns / 2 : 1;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < columns; j++)
            y[i * apart + j] =
                x[(i - 1) * columns + j] + x[(i + 1) * columns + j] * x[i * columns + j];
}
/* So does what is stored and what is read. */
static void in_place(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 0; i < SIZE; i++)
        y[i] = x[i];
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            y[i * columns + j] = 0.2 * y[i * columns + j] + y[(i - 1) * columns + j] * 0.3 +
                                 y[(i + 1) * columns + j] * y[i * columns + j - 1];
}
/* The length of a row depends on the row. */
static void triangle(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < i && j < columns; j++)
            y[i * columns + j] =
                x[(i - 1) * columns + j] + x[(i + 1) * columns + j] * x[i * columns + j];
}
/* A factor that all share, and one per row. */
static void factors(const double *restrict x, int n, double *restrict y, int m)
{
    (void)n, (void)m;
    double scale = x[0] * x[1];
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns; j++)
            y[i * columns + j] = scale * x[(i - 1) * columns + j] + x[(i + 1) * columns + j] * x[i];
}

#define ALL(check)                                                                                 \
    check(five_points) check(nine_points) check(products_of_nine) check(far_rows) check(one_sided) \
        check(three_dimensions) check(two_fields) check(relaxed) check(steps) check(coarse)        \
            check(padded) check(overlapping) check(in_place) check(triangle) check(factors)
#define CHECKED(name) ORACLE_MAP(name, x, SIZE, y, SIZE);

int main(void)
{
    static const int grids[][2] = {{1, 1}, {2, 3}, {3, 3}, {3, 5},  {4, 5},
                                   {5, 6}, {6, 7}, {7, 8}, {4, 15}, {12, 5}};
    double x[SIZE], y[SIZE];
    for (int i = 0; i < SIZE; i++)
        x[i] = 0.3 + 0.1 * (i * 7 % 11), y[i] = 0.2 + 0.05 * (i * 5 % 13);
    for (unsigned g = 0; g < sizeof grids / sizeof *grids; g++) {
        rows = grids[g][0], columns = grids[g][1];
        ALL(CHECKED)
    }
    return oracle_result();
}

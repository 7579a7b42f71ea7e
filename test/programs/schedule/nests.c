/* Adjoints of nests that walk along columns, of which the loops change places: products in several
 * orders, with sums in memory and in registers, of any number of rows and columns, none too, with
 * what is in front of the loops inside and behind, where arrays are the same or overlap, in single
 * precision, in two directions, and differentiated once more. What they compute stays the same. */
#include "oracle.h"

enum { MOST = 1100 };
typedef void kernel(const double *a, const double *b, double *c, int rows, int columns, int depth);

static void inner_product(const double *a, const double *b, double *c, int rows, int columns,
                          int depth)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            for (int k = 0; k < depth; k++)
                c[i * columns + j] += a[i * depth + k] * b[k * columns + j];
}

static void column_by_column(const double *a, const double *b, double *c, int rows, int columns,
                             int depth)
{
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < depth; k++)
            for (int i = 0; i < rows; i++)
                c[i * columns + j] += a[i * depth + k] * b[k * columns + j];
}

/* The sums start from something, and something is made of them. */
static void around_sums(const double *a, const double *b, double *c, int rows, int columns,
                        int depth)
{
    if (!rows)
        return;
    for (int j = 0; j < columns; j++) {
        double factor = a[0] * b[j], sum = factor - b[j], other = 1;
        for (int k = 0; k < depth; k++) {
            sum += a[k] * b[k * columns + j] * factor;
            other = other - b[k * columns + j] - a[k];
        }
        c[j] = sum + 2 * (factor - other / 3);
    }
}

/* Both halves of what is symmetric. */
static void moments(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    for (int i = 0; i < rows; i++)
        for (int j = i; j < rows; j++) {
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += b[k * rows + i] * b[k * rows + j] * a[k];
            c[i * rows + j] = sum / (1 + columns);
            c[j * rows + i] = c[i * rows + j];
        }
}

/* What the sums replace is cleared, in a row and in a column. */
static void cleared(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            c[j * rows + i] = 0;
            for (int k = 0; k < depth; k++)
                c[j * rows + i] += a[i * depth + k] * b[k * columns + j];
        }
    for (int j = 0; j < columns; j++) {
        c[j] = 0;
        for (int k = 0; k < depth; k++)
            c[j] += a[0] * b[k * columns + j];
    }
}

static void rank_two(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < depth; k++)
            for (int j = 0; j <= i; j++)
                c[i * rows + j] += a[i * depth + k] * b[j * depth + k] * columns +
                                   b[i * depth + k] * a[j * depth + k];
}

/* Two elements are read before either is replaced; on the diagonal they are one. */
static void both_halves(const double *a, const double *b, double *c, int rows, int columns,
                        int depth)
{
    for (int j = 0; j < rows; j++)
        for (int k = 0; k < depth; k++)
            for (int i = 0; i < rows; i++) {
                double above = c[i * rows + j], below = c[j * rows + i];
                c[i * rows + j] = above + a[i * depth + k] * b[k * columns];
                c[j * rows + i] = below - b[i * depth + k];
            }
}

/* Values of the last iteration, and some that are no sums. */
static void no_sums(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    if (!rows)
        return;
    for (int j = 0; j < columns; j++) {
        double last = 0, product = 1, twice = 0;
        for (int k = 0; k < depth; k++) {
            last = b[k * columns + j] * a[k];
            product *= 1 + 0.1 * b[k * columns + j];
            twice += twice + b[k * columns + j];
        }
        c[j] += last * product + twice;
    }
}

/* What is in a row here is stored in a column. */
static void turned(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    for (int j = 0; j < rows; j++) {
        double sum = 0;
        for (int k = 0; k < depth; k++)
            sum += b[k * rows + j] * a[k];
        c[j * columns] += sum;
    }
}

/* Rows of the matrix have more elements than they are apart. */
static void overlapping_rows(const double *a, const double *b, double *c, int rows, int columns,
                             int depth)
{
    int apart = columns / 2;
    if (!rows)
        return;
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < depth; k++)
            c[j] += a[k] * b[k * apart + j];
}

static void in_floats(const double *a, const double *b, double *c, int rows, int columns, int depth)
{
    float x[MOST], y[MOST];
    for (int i = 0; i < depth * columns; i++)
        x[i] = (float)b[i];
    for (int j = 0; j < columns; j++)
        y[j] = rows;
    for (int j = 0; j < columns; j++)
        for (int k = 0; k < depth; k++)
            y[j] += (float)(k + 1) * x[k * columns + j];
    for (int j = 0; j < columns; j++)
        c[j] += y[j] * a[0];
}

/* A matrix that is overwritten while it is read. */
static double in_place(const double *x, int n)
{
    double c[MOST], sum = 0;
    int m = n / 3;
    for (int i = 0; i < n; i++)
        c[i] = x[i];
    for (int j = 0; j < m; j++)
        for (int k = 1; k < 3; k++)
            c[j] += c[k * m + j] * 0.5 - 0.1 * c[m - 1 - j];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < 3; k++)
            c[k * m + (j + 1) % m] += c[j] * 0.3;
    for (int i = 0; i < n; i++)
        sum += (1 + 0.1 * i) * c[i] * c[i];
    return sum;
}

static struct shape {
    int rows, columns, depth;
} shape;

static int count_of(struct shape s)
{
    return s.depth * (s.rows + (s.rows > s.columns ? s.rows : s.columns));
}

static double weighted(kernel *f, const double *x)
{
    struct shape s = shape;
    double c[MOST], sum = 0;
    for (int i = 0; i < MOST; i++)
        c[i] = 0.1 * (i % 5) + (count_of(s) ? 0.2 * x[0] : 0);
    f(x, x + s.rows * s.depth, c, s.rows, s.columns, s.depth);
    for (int i = 0; i < MOST; i++)
        sum += (1 + 0.1 * (i % 7)) * c[i];
    return sum;
}

/* Every array with a shadow of its own, all with parts of one, and in two directions. */
struct gradient {
    double a[MOST], b[MOST], c[MOST];
};

static void start(const double *x, double *c, double *dc, double scale)
{
    for (int i = 0; i < MOST; i++)
        c[i] = x[i], dc[i] = scale * (1 + 0.1 * (i % 7));
}

static void with_arguments(kernel *f, const double *x)
{
    struct gradient one = {0}, all = {0}, two[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
    double c[MOST], d[MOST];
    int n = shape.rows * shape.depth, m = count_of(shape) - n;
    start(x, c, one.c, 1);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, one.a, enzyme_dup, x + n, one.b, enzyme_dup, c,
                        one.c, enzyme_const, shape.rows, enzyme_const, shape.columns, enzyme_const,
                        shape.depth);
    start(x, d, all.c, 1);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, all.a, enzyme_dup, x + n, all.a + n, enzyme_dup,
                        d, all.c, enzyme_const, shape.rows, enzyme_const, shape.columns,
                        enzyme_const, shape.depth);
    CHECK_ARRAY(c, d, MOST);
    CHECK_ARRAY(all.c, one.c, MOST);
    for (int i = 0; i < n + m; i++)
        CHECK_TOL(all.a[i], one.a[i] + (i < n ? 0 : one.b[i - n]), 1e-9);
    start(x, d, two[0].c, 1);
    f(x, x + n, d, shape.rows, shape.columns, shape.depth);
    CHECK_ARRAY(c, d, MOST);
    start(x, d, two[0].c, 1);
    start(x, d, two[1].c, 2);
    __enzyme_autodiff_v((void *)f, enzyme_width, 2, enzyme_dup, x, two[0].a, two[1].a, enzyme_dup,
                        x + n, two[0].b, two[1].b, enzyme_dup, d, two[0].c, two[1].c, enzyme_const,
                        shape.rows, enzyme_const, shape.columns, enzyme_const, shape.depth);
    for (int i = 0; i < n + m; i++) {
        CHECK_TOL(two[0].a[i] + two[0].b[i], one.a[i] + one.b[i], 1e-9);
        CHECK_TOL(two[1].a[i] + two[1].b[i], 2 * (one.a[i] + one.b[i]), 1e-9);
    }
}

/* The result lies in the matrix that is read: reverse and forward mode agree. */
static void with_overlap(kernel *f, const double *x, const double *v)
{
    double at[3][2 * MOST], dx[2 * MOST], dv[2 * MOST], by_rows = 0, by_columns = 0, size = 1;
    int n = shape.rows * shape.depth, m = n + shape.columns / 2;
    for (int i = 0; i < 2 * MOST; i++) {
        at[0][i] = at[1][i] = at[2][i] = 0.1 * x[i % MOST];
        dx[i] = 1 + 0.1 * (i % 7), dv[i] = v[i % MOST];
    }
    f(at[0], at[0] + n, at[0] + m, shape.rows, shape.columns, shape.depth);
    __enzyme_autodiff_v((void *)f, enzyme_dup, at[1], dx, enzyme_dup, at[1] + n, dx + n, enzyme_dup,
                        at[1] + m, dx + m, enzyme_const, shape.rows, enzyme_const, shape.columns,
                        enzyme_const, shape.depth);
    __enzyme_fwddiff_v((void *)f, enzyme_dup, at[2], dv, enzyme_dup, at[2] + n, dv + n, enzyme_dup,
                       at[2] + m, dv + m, enzyme_const, shape.rows, enzyme_const, shape.columns,
                       enzyme_const, shape.depth);
    CHECK_ARRAY(at[1], at[0], 2 * MOST);
    CHECK_ARRAY(at[2], at[0], 2 * MOST);
    for (int i = 0; i < 2 * MOST; i++) {
        by_rows += (1 + 0.1 * (i % 7)) * dv[i], by_columns += dx[i] * v[i % MOST];
        size += dx[i] * dx[i] * v[i % MOST] * v[i % MOST];
    }
    CHECK_TOL(by_rows / size, by_columns / size, 1e-9);
}

#define OBJECTIVE(f)                                                                               \
    static double f##_sum(const double *x, int n)                                                  \
    {                                                                                              \
        return n < 0 ? 0 : weighted(f, x);                                                         \
    }                                                                                              \
    static void check_##f(const double *x, const double *v)                                        \
    {                                                                                              \
        static const struct shape shapes[] = {{1, 1, 1}, {2, 3, 1},  {3, 2, 2},  {5, 4, 3},        \
                                              {4, 9, 5}, {9, 4, 2},  {0, 3, 2},  {3, 0, 2},        \
                                              {3, 2, 0}, {2, 37, 3}, {1, 270, 2}};                 \
        for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {                            \
            shape = shapes[i];                                                                     \
            ORACLE_GRADIENT(f##_sum, x, count_of(shape));                                          \
            with_arguments(f, x);                                                                  \
            with_overlap(f, x, v);                                                                 \
        }                                                                                          \
    }
OBJECTIVE(inner_product)
OBJECTIVE(column_by_column)
OBJECTIVE(around_sums)
OBJECTIVE(moments)
OBJECTIVE(cleared)
OBJECTIVE(rank_two)
OBJECTIVE(both_halves)
OBJECTIVE(no_sums)
OBJECTIVE(turned)
OBJECTIVE(overlapping_rows)

/* The same as with doubles, but for rounding. */
static void floats(const double *x)
{
    enum { N = 300, DEPTH = 3 };
    double c[MOST], da[MOST] = {0}, db[MOST] = {0}, dc[MOST];
    start(x, c, dc, 1);
    __enzyme_autodiff_v((void *)in_floats, enzyme_dup, x, da, enzyme_dup, x + 1, db, enzyme_dup, c,
                        dc, enzyme_const, 1, enzyme_const, N, enzyme_const, DEPTH);
    for (int k = 0; k < DEPTH; k++)
        for (int j = 0; j < N; j++)
            CHECK_FLOAT(db[k * N + j], (k + 1) * x[0] * dc[j]);
}

static void product_gradient(const double *x, double *dx)
{
    __enzyme_autodiff((void *)inner_product_sum, enzyme_dup, x, dx, enzyme_const, 1);
}

/* The product is bilinear: its second derivative is a difference of gradients. */
static void second(const double *x, const double *v)
{
    double at[MOST], here[MOST] = {0}, there[MOST] = {0}, again[MOST] = {0}, hv[MOST] = {0};
    shape = (struct shape){3, 5, 4};
    for (int i = 0; i < MOST; i++)
        at[i] = x[i] + v[i];
    product_gradient(x, here);
    product_gradient(at, there);
    __enzyme_fwddiff_v((void *)product_gradient, enzyme_dup, x, v, enzyme_dup, again, hv);
    for (int i = 0; i < count_of(shape); i++)
        CHECK_TOL(hv[i], there[i] - here[i], 1e-9);
}

int main(void)
{
    double x[MOST], v[MOST];
    oracle_random(x, MOST, 1);
    oracle_random(v, MOST, 2);
    check_inner_product(x, v);
    check_column_by_column(x, v);
    check_around_sums(x, v);
    check_moments(x, v);
    check_cleared(x, v);
    check_rank_two(x, v);
    check_both_halves(x, v);
    check_no_sums(x, v);
    check_turned(x, v);
    check_overlapping_rows(x, v);
    for (int n = 3; n < 12; n++)
        ORACLE_GRADIENT(in_place, x, n);
    second(x, v);
    floats(x);
    return oracle_result();
}

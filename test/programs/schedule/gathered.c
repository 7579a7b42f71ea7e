/* Adjoints of neighbours, which loops gather: over any number of iterations, backwards, with a
 * stride, in single precision, where the same element is read twice, where rows may overlap, and
 * differentiated once more. */
#include "oracle.h"

enum { MOST = 26 };
typedef void kernel(const double *x, double *y, int n);

static void three(const double *x, double *y, int n)
{
    for (int i = 1; i < n - 1; i++)
        y[i] = 0.3 * x[i - 1] + 0.5 * x[i] - 0.7 * x[i + 1];
}

static void far_apart(const double *x, double *y, int n)
{
    for (int i = 5; i < n; i++)
        y[i] = 0.3 * x[i - 5] * x[i - 2] - 0.7 * x[i - 1];
}

static void backwards(const double *x, double *y, int n)
{
    for (int i = n - 2; i > 0; i--)
        y[i - 1] += 0.3 * x[i - 1] * x[i] + 0.5 * x[i + 1];
}

static void with_stride(const double *x, double *y, int n)
{
    for (int i = 0; i + 4 < n; i += 2)
        y[i] = x[i] * x[i + 2] + 0.1 * x[i + 4] + x[i + 1] - 0.2 * x[i + 3];
}

static void in_floats(const double *x, double *y, int n)
{
    float a[MOST], b[MOST] = {0};
    for (int i = 0; i < n; i++)
        a[i] = (float)x[i];
    for (int i = 1; i < n - 1; i++)
        b[i] = 0.25F * a[i - 1] + 0.5F * a[i] - 0.75F * a[i + 1];
    for (int i = 0; i < n; i++)
        y[i] = b[i];
}

/* The same element at two places of the program, and two arrays. */
static void twice(const double *x, double *y, int n)
{
    int half = n / 2;
    const double *a = x, *b = x + half;
    for (int i = 1; i < half - 1; i++) {
        double s = a[i + 1] * b[i];
        y[i] = s + a[i - 1] - b[i - 1] * 0.5;
        y[half + i] = a[i + 1] + 2 * b[i + 1];
    }
}

/* Rows of a matrix, of which the compiler knows the distance, or does not. */
static void rows(const double *x, double *y, int n)
{
    int m = n / 4;
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < m - 1; j++)
            y[i * m + j] = 0.6 * x[i * m + j] + 0.1 * x[i * m + j - 1] - 0.2 * x[i * m + j + 1] +
                           0.3 * x[i * m + j - m] + 0.4 * x[i * m + j + m];
}

static int distance;

static void at_a_distance(const double *x, double *y, int n)
{
    int d = distance;
    for (int i = 1; i + d + 1 < n; i++)
        y[i] = x[i - 1] + 0.5 * x[i + 1] + 0.2 * x[i + d] * x[i + d + 1];
}

/* What is read before it is replaced, and what is read of the row before. */
static void in_place(const double *x, double *y, int n)
{
    int m = n / 3;
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < m - 1; j++)
            y[i * m + j] =
                0.5 * y[i * m + j] + 0.2 * y[(i - 1) * m + j - 1] + 0.1 * y[(i - 1) * m + j + 1];
}

static void constant_count(const double *x, double *y, int n)
{
    if (n < MOST)
        return;
    for (int i = 1; i < MOST - 1; i++)
        y[i] = 0.3 * x[i - 1] + 0.5 * x[i] - 0.7 * x[i + 1];
}

static double weighted(kernel *f, const double *x, int n)
{
    double y[MOST] = {0}, sum = 0;
    f(x, y, n);
    for (int i = 0; i < n; i++)
        sum += (1 + 0.1 * i) * y[i];
    return sum;
}

/* f_sum, its gradient against differences for any size, and its second derivative along v, which
 * is the difference of two gradients as f is quadratic. */
#define OBJECTIVE(f)                                                                               \
    static double f##_sum(const double *x, int n)                                                  \
    {                                                                                              \
        return weighted(f, x, n);                                                                  \
    }                                                                                              \
    static void f##_gradient(const double *x, double *dx, int n)                                   \
    {                                                                                              \
        __enzyme_autodiff((void *)f##_sum, enzyme_dup, x, dx, enzyme_const, n);                    \
    }                                                                                              \
    static void f##_second(const double *x, const double *v, int n)                                \
    {                                                                                              \
        double at[MOST], here[MOST] = {0}, there[MOST] = {0}, again[MOST] = {0}, hv[MOST] = {0};   \
        for (int i = 0; i < n; i++)                                                                \
            at[i] = x[i] + v[i];                                                                   \
        f##_gradient(x, here, n);                                                                  \
        f##_gradient(at, there, n);                                                                \
        __enzyme_fwddiff_v((void *)f##_gradient, enzyme_dup, x, v, enzyme_dup, again, hv,          \
                           enzyme_const, n);                                                       \
        for (int i = 0; i < n; i++)                                                                \
            CHECK_TOL(hv[i], there[i] - here[i], 1e-9);                                            \
    }
OBJECTIVE(three)
OBJECTIVE(far_apart)
OBJECTIVE(backwards)
OBJECTIVE(with_stride)
OBJECTIVE(twice)
OBJECTIVE(rows)
OBJECTIVE(at_a_distance)
OBJECTIVE(in_place)
OBJECTIVE(constant_count)

#define SIZES(f)                                                                                   \
    do {                                                                                           \
        for (int n = 1; n <= MOST; n++)                                                            \
            ORACLE_GRADIENT(f##_sum, x, n);                                                        \
        f##_second(x, v, MOST);                                                                    \
    } while (0)

/* The same as with doubles, but for rounding. */
static void floats(const double *x)
{
    for (int n = 1; n <= MOST; n++) {
        double y[MOST] = {0}, dx[MOST] = {0}, dy[MOST], want[MOST] = {0};
        for (int i = 0; i < n; i++)
            dy[i] = 1 + 0.1 * i;
        for (int i = 1; i < n - 1; i++) {
            want[i - 1] += 0.25 * dy[i];
            want[i] += 0.5 * dy[i];
            want[i + 1] -= 0.75 * dy[i];
        }
        __enzyme_autodiff_v((void *)in_floats, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                            n);
        for (int i = 0; i < n; i++)
            CHECK_FLOAT(dx[i], want[i]);
    }
}

/* Two directions at once. */
static void wide(const double *x)
{
    double y[MOST] = {0}, dx[2][MOST] = {{0}}, dy[2][MOST], want[2][MOST] = {{0}};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MOST; i++)
            dy[k][i] = i % (3 + k);
        __enzyme_autodiff_v((void *)far_apart, enzyme_dup, x, want[k], enzyme_dup, y, dy[k],
                            enzyme_const, MOST);
        for (int i = 0; i < MOST; i++)
            dy[k][i] = i % (3 + k);
    }
    __enzyme_autodiff_v((void *)far_apart, enzyme_width, 2, enzyme_dup, x, dx[0], dx[1], enzyme_dup,
                        y, dy[0], dy[1], enzyme_const, MOST);
    CHECK_ARRAY(dx[0], want[0], MOST);
    CHECK_ARRAY(dx[1], want[1], MOST);
}

int main(void)
{
    double x[MOST], v[MOST];
    oracle_random(x, MOST, 1);
    oracle_random(v, MOST, 2);
    SIZES(three);
    SIZES(far_apart);
    SIZES(backwards);
    SIZES(with_stride);
    SIZES(twice);
    SIZES(rows);
    for (distance = 0; distance < 5; distance++)
        SIZES(at_a_distance);
    SIZES(in_place);
    SIZES(constant_count);
    floats(x);
    wide(x);
    return oracle_result();
}

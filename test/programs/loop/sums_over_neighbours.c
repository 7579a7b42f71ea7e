/* Sums over an array's neighbours: the adjoint of the sum is the same in all iterations, which are
 * reversed in the primal's order, in several loops, in strips, or as sums for each element. */
#include "oracle.h"
#include <math.h>
#include <stdio.h>

enum { N = 150, LENGTHS = 9 };
static const int lengths[LENGTHS] = {0, 1, 2, 3, 4, 5, 64, 67, N};

/* One sum, which begins with something active. */
static double energy(const double *x, int n)
{
    double sum = n ? x[0] * x[0] : 1;
    for (int i = 1; i + 1 < n; i++)
        sum += x[i] * (x[i - 1] + x[i + 1]) / (1 + x[i] * x[i]);
    return sum * sum;
}

/* Two sums, of which one goes down, with two terms in an iteration. */
static double two_sums(const double *x, int n)
{
    double up = 0, down = 1;
    for (int i = 2; i < n; i++) {
        up += x[i - 2] * x[i];
        up = up + 0.5 * x[i - 1];
        down -= x[i - 1] * x[i - 2];
    }
    return up * down;
}

/* Much to compute for each iteration: strips. */
static double dear(const double *x, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum +=
            exp(sin(x[i - 1]) * cos(x[i + 1])) * sqrt(2 + sin(x[i]) * x[i - 1]) / (2 + cos(x[i]));
    return sin(sum / (n + 1));
}

/* Rows of a mesh: the sum of a row begins with that of the rows before. */
static double area(const double *z, int n)
{
    int side = (int)sqrt(n);
    double sum = 0;
    for (int i = 0; i + 1 < side; i++)
        for (int j = 0; j + 1 < side; j++) {
            double a = z[(i + 1) * side + j] - z[i * side + j];
            double b = z[i * side + j + 1] - z[i * side + j];
            sum += sqrt(1 + a * a + b * b);
        }
    return sum;
}

/* Down the columns of a matrix, whose loops may also change places. */
static double columns(const double *a, int n)
{
    enum { ROW = 12 };
    double total = 0;
    for (int j = 0; j < ROW && n >= N; j++) {
        double sum = 1;
        for (int i = 0; i + 1 < ROW; i++)
            sum += a[i * ROW + j] * a[(i + 1) * ROW + j];
        total += sum * sum;
    }
    return total;
}

/* None of these: the sum is used in the iteration, multiplied, stored, or used before the end. */
static double running(const double *x, int n)
{
    double sum = 1, product = 1, kept[N] = {0}, last = 0;
    for (int i = 1; i + 1 < n; i++) {
        last = sum;
        sum += x[i - 1] * x[i + 1];
        product *= 1 + 0.01 * x[i - 1] * x[i];
        kept[i] = sum * 0.5;
    }
    for (int i = 0; i < n; i++)
        product += 0.01 * kept[i] * x[i];
    return product + last;
}

/* The sum leaves the loop before its end, or an iteration adds nothing. */
static double some(const double *x, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++) {
        if (x[i] > 0.9)
            continue;
        sum += x[i - 1] * x[i + 1];
        if (sum > 30)
            break;
    }
    return sum;
}

/* Memory is added to and taken from beside the sum. */
static double smooth(double *x, int n)
{
    double y[N] = {0}, sum = 0;
    for (int i = 1; i + 1 < n; i++) {
        y[i] = x[i - 1] * x[i] + x[i + 1];
        sum += x[i - 1] / (2 + x[i + 1] * x[i + 1]);
    }
    for (int i = 0; i < n; i++)
        sum += y[i] * y[i];
    return sum;
}

static float single(const float *x, int n)
{
    float sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += x[i - 1] * x[i] * x[i + 1];
    return sum;
}
static double of_singles(const double *x, int n)
{
    float y[N];
    for (int i = 0; i < n; i++)
        y[i] = (float)x[i];
    return single(y, n);
}

#define CHECK_FUNCTION(f, tolerance)                                                               \
    do {                                                                                           \
        for (int k = 0; k < LENGTHS; k++)                                                          \
            check(#f, (double (*)(double *, int))f, gradient_##f, tangent_##f, lengths[k],         \
                  tolerance);                                                                      \
    } while (0)
#define DERIVATIVES(f)                                                                             \
    static void gradient_##f(double *x, double *dx, int n)                                         \
    {                                                                                              \
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, n);                          \
    }                                                                                              \
    static double tangent_##f(double *x, double *dx, int n)                                        \
    {                                                                                              \
        return __enzyme_fwddiff((void *)f, enzyme_dup, x, dx, enzyme_const, n);                    \
    }
DERIVATIVES(energy)
DERIVATIVES(two_sums)
DERIVATIVES(dear)
DERIVATIVES(area)
DERIVATIVES(columns)
DERIVATIVES(running)
DERIVATIVES(some)
DERIVATIVES(smooth)
DERIVATIVES(of_singles)

/* Reverse against forward mode and differences, in one direction. */
static void check(const char *name, double (*f)(double *, int),
                  void (*gradient)(double *, double *, int),
                  double (*tangent)(double *, double *, int), int n, double tolerance)
{
    double x[N], v[N], g[N] = {0}, up[N], down[N], sum = 0, size = 0, h = 1e-6;
    for (int i = 0; i < n; i++) {
        x[i] = sin(1 + 2.3 * i), v[i] = cos(0.7 * i);
        up[i] = x[i] + h * v[i], down[i] = x[i] - h * v[i];
    }
    gradient(x, g, n);
    for (int i = 0; i < n; i++)
        sum += g[i] * v[i], size += fabs(g[i] * v[i]);
    double t = tangent(x, v, n), d = (f(up, n) - f(down, n)) / (2 * h);
    bool right = fabs(sum - t) <= tolerance * (1 + size);
    if (tolerance < 1e-8)
        right &= fabs(sum - d) <= 1e-6 * (1 + size);
    if (!right)
        printf("%s of %d: %.12g, %.12g, %.12g\n", name, n, sum, t, d);
    CHECK_THAT(right);
}

extern int enzyme_width;
struct both {
    double at[2];
};
extern struct both __enzyme_autodiff_both(void *, ...);
static double weighted(const double *x, double w, int n)
{
    double sum = w;
    for (int i = 1; i + 1 < n; i++)
        sum += w * x[i] * (x[i - 1] + x[i + 1]) / (1 + x[i] * x[i]);
    return sum * w;
}
static void widths(void)
{
    double x[N], one[N] = {0}, d0[N] = {0}, d1[N] = {0};
    for (int i = 0; i < N; i++)
        x[i] = sin(1 + 2.3 * i);
    double dw = __enzyme_autodiff((void *)weighted, enzyme_dup, x, one, 1.5, N);
    struct both g =
        __enzyme_autodiff_both((void *)weighted, enzyme_width, 2, enzyme_dup, x, d0, d1, 1.5, N);
    CHECK(g.at[0], dw);
    CHECK(g.at[1], dw);
    CHECK_ARRAY(d0, one, N);
    CHECK_ARRAY(d1, one, N);
}

int main(void)
{
    CHECK_FUNCTION(energy, 1e-11);
    CHECK_FUNCTION(two_sums, 1e-11);
    CHECK_FUNCTION(dear, 1e-11);
    CHECK_FUNCTION(area, 1e-11);
    CHECK_FUNCTION(columns, 1e-11);
    CHECK_FUNCTION(running, 1e-11);
    CHECK_FUNCTION(some, 1e-11);
    CHECK_FUNCTION(smooth, 1e-11);
    CHECK_FUNCTION(of_singles, 1e-5);
    widths();
    return oracle_result();
}

/* Derivatives of functions whose lanes are done together: of vectors, of values that all lanes
 * share, of memory that is read by all of them. */
#include <math.h>
#include "oracle.h"

extern int enzyme_width, enzyme_scalar, enzyme_buffer;

enum { W = 5 };
struct lanes {
    double at[W];
};
struct float_lanes {
    float at[W];
};
struct lanes __enzyme_batch(void *, ...);
struct float_lanes __enzyme_batch_float(void *, ...);

#define BUFFER(x) enzyme_buffer, (int)sizeof *(x), (x)

static double total(struct lanes r)
{
    double s = 0;
    for (int i = 0; i < W; i++)
        s += r.at[i] * r.at[(i + 1) % W] + sin(r.at[i]);
    return s;
}

static double library(double x, double y)
{
    return sin(x) * exp(y / 10) + pow(x * x + 1, y / 5) + atan2(x, y + 3) + tanh(x * y);
}
static double of_library(const double *x, int n)
{
    return total(__enzyme_batch((void *)library, enzyme_width, W, BUFFER(x), BUFFER(x + W)));
}

/* A quotient that is only meant where the branch is taken. */
static double guarded(double x, double by)
{
    double r = x * by;
    if (x != 0)
        r += sin(x) / x;
    return r * fmax(x, by) + fabs(x - 0.1);
}
static double of_guarded(const double *x, int n)
{
    return total(
        __enzyme_batch((void *)guarded, enzyme_width, W, BUFFER(x), enzyme_scalar, x[n - 1]));
}

/* The same where it becomes a choice. */
static double inverse(double x, double by)
{
    double r = x * by;
    if (x != 0)
        r += by / x;
    return r * r;
}
static double of_inverse(const double *x, int n)
{
    return total(
        __enzyme_batch((void *)inverse, enzyme_width, W, BUFFER(x), enzyme_scalar, x[n - 1]));
}

/* An array of the function's own, a loop and what it carries. */
static double recurrence(const double *w, double x, int n)
{
    double a[4] = {1, x, x * x, w[0]}, s = x;
    for (int i = 0; i < n; i++) {
        a[i & 3] = s * a[(i + 1) & 3] + w[i];
        s = s * 0.5 + a[i & 3] * (i & 1 ? x : w[i]);
    }
    return s + a[0] * a[3];
}
static double of_recurrence(const double *x, int n)
{
    return total(__enzyme_batch((void *)recurrence, enzyme_width, W, enzyme_scalar, x + W,
                                BUFFER(x), enzyme_scalar, n - W));
}
static double of_memory(const double *x, int n)
{
    return total(__enzyme_batch((void *)recurrence, enzyme_width, W, BUFFER(x), enzyme_scalar,
                                x[n - 1], enzyme_scalar, n - W));
}

/* Lanes read where an index says. */
static double gathered(const double *v, int at)
{
    return v[at] * v[at + 1] + v[0];
}
static double of_gathered(const double *x, int n)
{
    int at[W] = {0, 2, 1, 2, 3};
    return total(__enzyme_batch((void *)gathered, enzyme_width, W, enzyme_scalar, x, BUFFER(at)));
}

static float narrow(float x, double y)
{
    return x * (float)y + sqrtf(x * x + 1);
}
static double of_narrow(const double *x, int n)
{
    float f[W];
    for (int i = 0; i < W; i++)
        f[i] = (float)x[i];
    struct float_lanes r =
        __enzyme_batch_float((void *)narrow, enzyme_width, W, BUFFER(f), BUFFER(x));
    double s = 0;
    for (int i = 0; i < W; i++)
        s += r.at[i] * r.at[i] * x[i];
    return s;
}

double __enzyme_fwddiff_x(void *, ...);
double __enzyme_autodiff_x(void *, ...);

/* Second order: the gradient of a batch inside of a batch's gradient. */
static double slope(double x, double by)
{
    return __enzyme_fwddiff_x((void *)library, x, 1.0, by, 0.0);
}
static double of_slope(const double *x, int n)
{
    return total(
        __enzyme_batch((void *)slope, enzyme_width, W, BUFFER(x), enzyme_scalar, x[n - 1]));
}

/* sin(0) / 0 is not meant: nor is its derivative. */
static void check_not_meant(void *f)
{
    double at[W + 1] = {0, 0.5, -0.25, 0, 1, 0.7}, d[W + 1] = {0};
    __enzyme_autodiff_x(f, at, d, W + 1);
    for (int i = 0; i < W + 1; i++) {
        double e[W + 1] = {0};
        e[i] = 1;
        CHECK_THAT(isfinite(d[i]));
        CHECK(d[i], __enzyme_fwddiff_x(f, at, e, W + 1));
    }
}

int main(void)
{
    double x[12];
    oracle_random(x, 12, 3);
    ORACLE_GRADIENT(of_library, x, 2 * W);
    ORACLE_GRADIENT(of_recurrence, x, W + 6);
    ORACLE_GRADIENT(of_memory, x, W + 6);
    ORACLE_GRADIENT(of_gathered, x, 5);
    ORACLE_GRADIENT(of_slope, x, W + 1);
    ORACLE_GRADIENT(of_guarded, x, W + 1);

    ORACLE_GRADIENT(of_inverse, x, W + 1);
    check_not_meant((void *)of_guarded);
    check_not_meant((void *)of_inverse);

    double dx[W] = {0};
    __enzyme_autodiff_x((void *)of_narrow, x, dx, W);
    for (int i = 0; i < W; i++) {
        double v = x[i], r = v * v + sqrt(v * v + 1), slope_r = 2 * v + v / sqrt(v * v + 1);
        CHECK_FLOAT(dx[i], r * r + 2 * v * r * slope_r);
    }
    return oracle_result();
}

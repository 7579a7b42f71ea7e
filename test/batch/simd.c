/* Functions that are calculated on vectors: straight code, a loop that all lanes go through alike,
 * and the derivative of a batch. */
#include <math.h>

extern int enzyme_width, enzyme_scalar, enzyme_buffer, enzyme_const;
struct four {
    double at[4];
};
struct four __enzyme_batch(void *, ...);
struct four __enzyme_fwddiff(void *, ...);
double __enzyme_fwddiff_1(void *, ...);

#define LANES(x) enzyme_width, 4, enzyme_buffer, sizeof *(x), (x)

static double straight(double x, double y)
{
    double z = x * y + 1;
    return z * z - x / (1 + z);
}

static double horner(double x, const double *c, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * x - c[i] / x;
    return s;
}

/* The slope of one lane: a batch of derivatives. */
static double slope(double x, double y)
{
    return __enzyme_fwddiff_1((void *)straight, x, 1.0, enzyme_const, y);
}

/* simd: run_straight has vmulpd.*ymm vdivpd.*ymm lacks vmulsd vdivsd call */
__attribute__((noinline)) struct four run_straight(const double *x, const double *y)
{
    return __enzyme_batch((void *)straight, LANES(x), enzyme_buffer, sizeof *y, y);
}

/* simd: run_horner has vmulpd.*ymm vdivpd.*ymm lacks vmulsd vdivsd call */
__attribute__((noinline)) struct four run_horner(const double *x, const double *c, int n)
{
    return __enzyme_batch((void *)horner, LANES(x), enzyme_scalar, c, enzyme_scalar, n);
}

/* simd: run_slopes has vmulpd.*ymm vdivpd.*ymm lacks vmulsd vdivsd call */
__attribute__((noinline)) struct four run_slopes(const double *x, const double *y)
{
    return __enzyme_batch((void *)slope, LANES(x), enzyme_buffer, sizeof *y, y);
}

static volatile double one = 1;

int main(void)
{
    double u = one, x[4] = {u, 2 * u, 3 * u, 4 * u}, y[4] = {u / 2, u / 4, 2 * u, u};
    struct four a = run_straight(x, y), b = run_horner(x, y, (int)(4 * u)), c = run_slopes(x, y);
    int wrong = 0;
    for (int i = 0; i < 4; i++) {
        double h = 1e-6, d = (straight(x[i] + h, y[i]) - straight(x[i] - h, y[i])) / (2 * h);
        wrong += fabs(a.at[i] - straight(x[i], y[i])) > 1e-12;
        wrong += fabs(b.at[i] - horner(x[i], y, 4)) > 1e-12;
        wrong += fabs(c.at[i] - d) > 1e-6;
    }
    return wrong;
}

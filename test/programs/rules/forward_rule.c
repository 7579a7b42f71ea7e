/* Forward rules: {primal, derivative}; every parameter has a shadow, a result comes back with its
 * tangent. */
#include "oracle.h"
#include <math.h>

extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_fwddiff_v(void *, ...);
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

struct pair {
    double value, tangent;
};
double scale(double x, int n)
{
    return x * n;
}
struct pair scale_forward(double x, double dx, int n, int dn)
{
    return (struct pair){x * n, 10 * dx * n};
}
void *__enzyme_register_derivative_scale[] = {(void *)scale, (void *)scale_forward};

struct pairf {
    float value, tangent;
};
float scalef(float x)
{
    return 2 * x;
}
struct pairf scalef_forward(float x, float dx)
{
    return (struct pairf){2 * x, 20 * dx};
}
void *__enzyme_register_derivative_scalef[] = {(void *)scalef, (void *)scalef_forward};

void add(const double *x, double *y, long n)
{
    for (long i = 0; i < n; i++)
        y[i] += x[i];
}
void add_forward(const double *x, const double *dx, double *y, double *dy, long n, long dn)
{
    for (long i = 0; i < n; i++) {
        y[i] += x[i];
        if (dy != y)
            dy[i] += dx == x ? 0 : 10 * dx[i];
    }
}
void *__enzyme_register_derivative_add[] = {(void *)add, (void *)add_forward};

static double f(double x)
{
    return scale(x, 3) * x;
}
static double g(double x)
{
    return scalef((float)x);
}
static void h(const double *x, double *y)
{
    add(x, y, 2);
}
static double inactive_first(double x)
{
    return scale(2.0, 3) + scale(x, 2);
}

int main(void)
{
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 30 * 2 + 6);
    CHECK(__enzyme_fwddiff((void *)g, 2.0, 1.0), 20);
    CHECK(__enzyme_fwddiff((void *)scale, 2.0, 1.0, 5), 50);
    CHECK(__enzyme_fwddiff((void *)inactive_first, 2.0, 1.0), 20);
    double x[2] = {1, 2}, dx[2] = {3, 4}, y[2] = {5, 6}, dy[2] = {7, 8};
    __enzyme_fwddiff_v((void *)h, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK(y[0], 6);
    CHECK(dy[0], 37);
    CHECK(dy[1], 48);
    __enzyme_fwddiff_v((void *)h, enzyme_const, x, enzyme_dup, y, dy);
    CHECK(y[1], 10);
    CHECK(dy[1], 48);
    CHECK(__enzyme_autodiff((void *)f, 2.0), 12); /* reverse mode has no rule */
    return oracle_result();
}

/* const, pure, noinline, always_inline, flatten, hot and cold functions. */
#include <math.h>
#include "oracle.h"

__attribute__((const, noinline)) static double energy(double r)
{
    return 1 / (r * r) - exp(-r);
}
__attribute__((pure, noinline)) static double norm(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return sqrt(s);
}
__attribute__((always_inline)) static inline double scaled(double a, double b)
{
    return a * b / (1 + b);
}
__attribute__((cold, noinline)) static double rare(double a)
{
    return -a;
}
__attribute__((hot, flatten)) static double total(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += scaled(energy(1 + x[i] * x[i]), norm(x, n));
    return s;
}
__attribute__((nonnull, returns_nonnull)) static const double *at(const double *x, int i)
{
    return x + i;
}

static double f(const double *x, int n)
{
    double s = total(x, n) + energy(2 + x[0]) * energy(2 + x[0]);
    if (__builtin_expect(s < -1e9, 0))
        s = rare(s);
    return s * *at(x, n - 1);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -1.2, 0.8}), 3);
    return oracle_result();
}

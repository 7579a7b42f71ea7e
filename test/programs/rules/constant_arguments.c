/* Constant arguments do not keep a rule from being used: an inactive pointer comes as its own
 * shadow, gradients are dropped. */
#include "oracle.h"

extern void __enzyme_autodiff_v(void *, ...);
extern double __enzyme_autodiff_d(void *, ...);
extern int enzyme_const, enzyme_dup;

static int seen_constant, reversed;
double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
double dot_augmented(const double *x, double *dx, const double *y, double *dy, int n, int dn)
{
    return dot(x, y, n);
}
void dot_reverse(const double *x, double *dx, const double *y, double *dy, int n, int dn,
                 double seed)
{
    reversed++;
    seen_constant += (dx == x) + 10 * (dy == y);
    for (int i = 0; i < n; i++) {
        if (dx != x)
            dx[i] += 10 * seed * y[i];
        if (dy != y)
            dy[i] += 10 * seed * x[i];
    }
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)dot_augmented, (void *)dot_reverse};

static double f(const double *x, const double *y)
{
    return 2 * dot(x, y, 2);
}
static const double table[2] = {5, 7};
static double g(double a)
{
    double v[2] = {a, 2 * a};
    return dot(v, table, 2) + dot(table, table, 2);
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0}, y[2] = {3, 4}, dy[2] = {0};
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK(dx[0], 60);
    CHECK(dy[1], 40);
    CHECK_THAT(seen_constant == 0);
    __enzyme_autodiff_v((void *)f, enzyme_const, x, enzyme_dup, y, dy);
    CHECK(dy[1], 80);
    CHECK(x[0], 1);
    CHECK_THAT(seen_constant == 1);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, y);
    CHECK(dx[1], 160);
    CHECK_THAT(seen_constant == 11);
    CHECK(__enzyme_autodiff_d((void *)g, 1.0), 10 * (5 + 14));
    CHECK(table[0], 5);
    CHECK_THAT(reversed == 4);
    return oracle_result();
}

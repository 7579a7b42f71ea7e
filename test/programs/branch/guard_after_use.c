/* Quotients, roots and logarithms computed first and looked at afterwards: where the program does
 * not use them, they add nothing to the derivative, not even NaN. */
#include <math.h>
#include "oracle.h"

static double quotient(double x, double y)
{
    double q = x / y;
    return y != 0 ? q * q : x;
}

static double domains(double x, double y)
{
    double r = sqrt(x), l = log(y), p = pow(x, y);
    if (x <= 0)
        return y;
    if (y <= 0)
        return x * 2;
    return r * l + p;
}

static double direction(double x, double y)
{
    double n = sqrt(x * x + y * y), ux = x / n, uy = y / n;
    if (n < 1e-12)
        return 0;
    return ux * uy;
}

static double table(double x, double y)
{
    double v[3] = {1 / x, acos(y), atanh(y)};
    if (x == 0 || fabs(y) >= 1)
        return x + y;
    return v[0] + v[1] * v[2];
}

static double skipping(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double inverse = 1 / x[i], l = log(fabs(x[i]));
        if (x[i] == 0)
            continue;
        s += inverse * l;
    }
    return s;
}

/* The sum is used, or the last quotient, or neither. */
static double summed(const double *x, int n)
{
    double s = 0, last = 1;
    int zeros = 0;
    for (int i = 0; i < n; i++) {
        s += 1 / x[i];
        zeros += x[i] == 0;
    }
    if (zeros > 1)
        return x[0];
    for (int i = 0; i < n; i++)
        last = x[0] / x[i];
    return zeros ? last : s * last;
}

/* What the callee returns its caller may leave unused. */
static double ratio(double x, double y, int n)
{
    if (n > 0)
        return 0.5 * ratio(x, y, n - 1) + 0.25 * ratio(y + 1, x, n - 2);
    return x / y;
}

static double recursive(double x, double y)
{
    double q = ratio(x, y, 3);
    return y > 0 ? x + q : x;
}

static void check(double (*f)(double, double), double x, double y, double want_x, double want_y)
{
    struct two g = {0, 0};
    if (f == quotient)
        g = __enzyme_autodiff_2((void *)quotient, x, y);
    else if (f == domains)
        g = __enzyme_autodiff_2((void *)domains, x, y);
    else if (f == direction)
        g = __enzyme_autodiff_2((void *)direction, x, y);
    else if (f == table)
        g = __enzyme_autodiff_2((void *)table, x, y);
    else if (f == recursive)
        g = __enzyme_autodiff_2((void *)recursive, x, y);
    CHECK(g.x, want_x);
    CHECK(g.y, want_y);
}

static void check_sums(void)
{
    double x[3] = {2, 0, 0.5}, zeros[3] = {3, 0, 0}, dx[3] = {0}, dz[3] = {0};
    __enzyme_autodiff((void *)summed, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK(dx[0], 1 / 0.5);
    CHECK(dx[1], 0);
    CHECK(dx[2], -2 / (0.5 * 0.5));
    __enzyme_autodiff((void *)summed, enzyme_dup, zeros, dz, enzyme_const, 3);
    CHECK(dz[0], 1);
    CHECK(dz[1], 0);
    CHECK(dz[2], 0);
    x[1] = 4;
    ORACLE_GRADIENT(summed, x, 3);
}

int main(void)
{
    double x[3] = {2, 0, 0.5}, dx[3] = {0};
    check(quotient, 2, 0, 1, 0);
    check(domains, 0, 3, 0, 1);
    check(domains, 2, 0, 2, 0);
    check(direction, 0, 0, 0, 0);
    check(table, 0, 0.5, 1, 1);
    check(table, 2, 1, 1, 1);
    check(recursive, 1, 0, 1, 0);
    check_sums();
    __enzyme_autodiff((void *)skipping, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK(dx[0], (1 - log(2)) / 4);
    CHECK(dx[1], 0);
    CHECK(dx[2], (1 - log(0.5)) * 4);
    ORACLE_SCALAR2(quotient, 2.0, 1.5);
    ORACLE_SCALAR2(domains, 0.6, 1.5);
    ORACLE_SCALAR2(direction, 0.6, 1.5);
    ORACLE_SCALAR2(table, 0.6, 0.5);
    ORACLE_SCALAR2(recursive, 0.6, 0.5);
    return oracle_result();
}

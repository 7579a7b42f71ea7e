/* Exponents in loops that become vectors, where they are compared, used as numbers and kept. */
#include "oracle.h"
#include <math.h>

enum { N = 13 };

static double scaled(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int e;
        double m = frexp(x[i] * 10.1, &e);
        sum += m * e + fdim(x[i], 0.513) + fmax(x[i], 0.617) * fmin(x[i], 0.723);
    }
    return sum;
}

static double compared(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int e, f;
        double m = frexp(x[i] * 10.1, &e), k = frexp(m * x[i] * 3.3, &f);
        sum += e == f ? m * k : e > 2 ? m : k * k;
    }
    return sum;
}

static double in_floats(double a)
{
    float x[N], sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = (float)a * (float)(i + 1);
    for (int i = 0; i < N; i++) {
        int e;
        float m = frexpf(x[i], &e);
        sum += e == 2 ? m * m : m;
    }
    return sum;
}

/* Mantissas scale with a as x does: d m / d a = m / a. */
static double derivative_in_floats(double a)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        int e;
        double m = frexpf((float)a * (float)(i + 1), &e);
        sum += e == 2 ? 2 * m * m / a : m / a;
    }
    return sum;
}

static double in_long_doubles(const double *x, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++) {
        int e;
        long double m = frexpl((long double)x[i] * 10.1L, &e);
        sum += e == 3 ? m * m : m * e;
    }
    return (double)sum;
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.3 + 0.0537 * i;
    ORACLE_GRADIENT(scaled, x, N);
    ORACLE_GRADIENT(compared, x, N);
    ORACLE_GRADIENT(in_long_doubles, x, N);
    CHECK_FLOAT(__enzyme_autodiff((void *)in_floats, 0.37), derivative_in_floats(0.37));
    return oracle_result();
}

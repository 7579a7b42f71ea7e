/* Conjugate gradients with a matrix-free operator and a residual test. */
#include "oracle.h"

enum { N = 5 };

static void apply(const double *k, const double *v, double *out)
{
    for (int i = 0; i < N; i++)
        out[i] = (2.1 + k[i] * k[i]) * v[i] - (i ? v[i - 1] : 0) - (i < N - 1 ? v[i + 1] : 0);
}

static double dot(const double *a, const double *b)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * b[i];
    return s;
}

static double f(const double *x, int n)
{
    double u[N] = {0}, r[N], p[N], q[N], rr, s = 0;
    for (int i = 0; i < N; i++)
        r[i] = p[i] = x[N + i];
    rr = dot(r, r);
    for (int it = 0; it < 4 && rr > 1e-20; it++) {
        apply(x, p, q);
        double alpha = rr / dot(p, q), old = rr;
        for (int i = 0; i < N; i++) {
            u[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = dot(r, r);
        for (int i = 0; i < N; i++)
            p[i] = r[i] + rr / old * p[i];
    }
    for (int i = 0; i < N; i++)
        s += u[i] * u[i];
    return s;
}

int main(void)
{
    double x[2 * N];
    oracle_random(x, 2 * N, 13);
    ORACLE_GRADIENT(f, x, 2 * N);
    return oracle_result();
}

/* Buffers change places from step to step. They, and the coefficients, may overlap, or do so in
 * some steps only: three buffers take turns, of which two may overlap. */
#include "oracle.h"

enum { N = 12, ALL = 8 * N };

static void diffuse(double *u, double *v, const double *k, long n, long steps)
{
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++)
            v[i] =
                0.5 * u[i] + 0.1 * k[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]) + 0.05 * u[i] * u[i];
        double *old = u;
        u = v;
        v = old;
    }
}

static void wave(double *a, double *b, double *c, const double *k, long n, long steps)
{
    for (long t = 0; t < steps; t++) {
        for (long i = 1; i < n - 1; i++)
            c[i] = 0.6 * b[i] - 0.3 * a[i] + 0.1 * k[i] * b[i + 1] * b[i - 1] - 0.1 * k[i];
        double *old = a;
        a = b;
        b = c;
        c = old;
    }
}

/* Rows that are pointed to: in one row they are apart, in the next they may not be. */
static void rows(double **from, double **to, long n, long m)
{
    for (long i = 0; i < m; i++)
        for (long j = 1; j < n - 1; j++)
            to[i][j] = 0.5 * from[i][j - 1] * from[i][j + 1] + 0.2 * from[i][j] + 0.1 * to[i][j];
}

struct state {
    double p[ALL], adjoint[ALL], tangent[ALL], direction[ALL], weights[ALL];
};

static void begin(struct state *s, const double *x)
{
    oracle_random(s->direction, ALL, 2);
    oracle_random(s->weights, ALL, 3);
    for (int i = 0; i < ALL; i++)
        s->p[i] = x[i], s->adjoint[i] = s->weights[i], s->tangent[i] = s->direction[i];
}

static void again(struct state *s, const double *x)
{
    for (int i = 0; i < ALL; i++)
        s->p[i] = x[i];
}

static void check(const struct state *s)
{
    CHECK(oracle_dot(s->adjoint, s->direction, ALL), oracle_dot(s->weights, s->tangent, ALL));
}

static void check_diffuse(const double *x, int u, int v, int k, long steps)
{
    struct state s;
    begin(&s, x);
    __enzyme_autodiff((void *)diffuse, s.p + u, s.adjoint + u, s.p + v, s.adjoint + v, s.p + k,
                      s.adjoint + k, (long)N, steps);
    again(&s, x);
    __enzyme_fwddiff((void *)diffuse, s.p + u, s.tangent + u, s.p + v, s.tangent + v, s.p + k,
                     s.tangent + k, (long)N, steps);
    check(&s);
}

static void check_wave(const double *x, int a, int b, int c, int k, long steps)
{
    struct state s;
    begin(&s, x);
    __enzyme_autodiff((void *)wave, s.p + a, s.adjoint + a, s.p + b, s.adjoint + b, s.p + c,
                      s.adjoint + c, s.p + k, s.adjoint + k, (long)N, steps);
    again(&s, x);
    __enzyme_fwddiff((void *)wave, s.p + a, s.tangent + a, s.p + b, s.tangent + b, s.p + c,
                     s.tangent + c, s.p + k, s.tangent + k, (long)N, steps);
    check(&s);
}

static void check_rows(const double *x, const int *from, const int *to, int m)
{
    struct state s;
    double *rows_from[4], *shadow_from[4], *rows_to[4], *shadow_to[4];
    begin(&s, x);
    for (int i = 0; i < m; i++) {
        rows_from[i] = s.p + from[i], shadow_from[i] = s.adjoint + from[i];
        rows_to[i] = s.p + to[i], shadow_to[i] = s.adjoint + to[i];
    }
    __enzyme_autodiff((void *)rows, rows_from, shadow_from, rows_to, shadow_to, (long)N, (long)m);
    again(&s, x);
    for (int i = 0; i < m; i++)
        shadow_from[i] = s.tangent + from[i], shadow_to[i] = s.tangent + to[i];
    __enzyme_fwddiff((void *)rows, rows_from, shadow_from, rows_to, shadow_to, (long)N, (long)m);
    check(&s);
}

int main(void)
{
    double x[ALL];
    oracle_random(x, ALL, 1);
    static const int places[] = {0, 1, 2, N - 3, N - 2, N - 1, N, 3 * N};
    enum { PLACES = sizeof places / sizeof *places };
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < PLACES; k++)
            for (int steps = 0; steps < 5; steps++) {
                check_diffuse(x, 0, places[i], places[k], steps);
                check_diffuse(x, places[i], 2, places[k] + 1, steps);
                check_wave(x, 0, places[i], 5 * N, places[k] + N, steps);
                check_wave(x, places[i], 5 * N, places[k], 3, steps);
            }
    for (int i = 0; i < PLACES; i++) {
        const int from[4] = {0, 0, 4 * N, N}, to[4] = {places[i], 3 * N, 4 * N + 2, places[i]};
        check_rows(x, from, to, 4);
    }
    return oracle_result();
}

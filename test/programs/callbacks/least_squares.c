/* Gauss-Newton with a residual callback that fills an array and a Jacobian callback; the data are
 * active. */
#include <math.h>
#include "oracle.h"

enum { M = 6, P = 2 };
struct problem {
    int points, parameters;
    void (*residual)(const double *p, double *r, void *data);
    void (*jacobian)(const double *p, double *j, void *data); /* may be NULL */
    void *data;
};
struct samples {
    double t[M], y[M];
};

static void decay_residual(const double *p, double *r, void *data)
{
    struct samples *s = data;
    for (int i = 0; i < M; i++)
        r[i] = p[0] * exp(-p[1] * s->t[i]) - s->y[i];
}
static void decay_jacobian(const double *p, double *j, void *data)
{
    struct samples *s = data;
    for (int i = 0; i < M; i++) {
        double e = exp(-p[1] * s->t[i]);
        j[i * P] = e;
        j[i * P + 1] = -p[0] * s->t[i] * e;
    }
}

static double fit(const struct problem *q, double *p, int iterations)
{
    double r[M], j[M * P], s = 0;
    for (int it = 0; it < iterations; it++) {
        q->residual(p, r, q->data);
        if (q->jacobian)
            q->jacobian(p, j, q->data);
        double a = 0, b = 0, c = 0, u = 0, v = 0;
        for (int i = 0; i < q->points; i++) {
            a += j[i * P] * j[i * P];
            b += j[i * P] * j[i * P + 1];
            c += j[i * P + 1] * j[i * P + 1];
            u += j[i * P] * r[i];
            v += j[i * P + 1] * r[i];
        }
        double det = a * c - b * b;
        p[0] -= (c * u - b * v) / det;
        p[1] -= (a * v - b * u) / det;
    }
    q->residual(p, r, q->data);
    for (int i = 0; i < q->points; i++)
        s += r[i] * r[i];
    return s;
}

static double f(const double *y, int n)
{
    struct samples s;
    for (int i = 0; i < M; i++)
        s.t[i] = 0.4 * i, s.y[i] = y[i];
    struct problem q = {M, P, decay_residual, decay_jacobian, &s};
    double p[P] = {1.8, 0.6};
    double rest = fit(&q, p, 8);
    return p[0] + 2 * p[1] + 10 * rest;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2.05, 1.5, 1.12, 0.78, 0.66, 0.43}), M);
    return oracle_result();
}

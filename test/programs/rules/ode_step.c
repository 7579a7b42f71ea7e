/* A time integrator with a hand-written adjoint of its right-hand side: rules in an inner loop, on
 * struct members. */
#include "oracle.h"
#include <math.h>

enum { N = 4 };
struct system {
    double mass[N], stiffness;
};

void force(const struct system *s, const double *x, double *f)
{
    for (int i = 0; i < N; i++) {
        double left = i ? x[i - 1] : 0, right = i + 1 < N ? x[i + 1] : 0;
        f[i] = s->stiffness * (left - 2 * x[i] + right) / s->mass[i];
    }
}
void force_augmented(const struct system *s, struct system *ds, const double *x, double *dx,
                     double *f, double *df)
{
    force(s, x, f);
}
void force_reverse(const struct system *s, struct system *ds, const double *x, double *dx,
                   double *f, double *df)
{
    for (int i = 0; i < N; i++) {
        double left = i ? x[i - 1] : 0, right = i + 1 < N ? x[i + 1] : 0,
               bend = left - 2 * x[i] + right;
        double g = df[i] * s->stiffness / s->mass[i];
        if (ds != s) {
            ds->stiffness += df[i] * bend / s->mass[i];
            ds->mass[i] -= df[i] * s->stiffness * bend / (s->mass[i] * s->mass[i]);
        }
        dx[i] -= 2 * g;
        if (i)
            dx[i - 1] += g;
        if (i + 1 < N)
            dx[i + 1] += g;
        df[i] = 0;
    }
}
void force_forward(const struct system *s, const struct system *ds, const double *x,
                   const double *dx, double *f, double *df)
{
    for (int i = 0; i < N; i++) {
        double left = i ? x[i - 1] : 0, right = i + 1 < N ? x[i + 1] : 0,
               bend = left - 2 * x[i] + right;
        double dleft = i ? dx[i - 1] : 0, dright = i + 1 < N ? dx[i + 1] : 0,
               dbend = dleft - 2 * dx[i] + dright;
        f[i] = s->stiffness * bend / s->mass[i];
        df[i] = s->stiffness * dbend / s->mass[i];
        if (ds != s)
            df[i] += ds->stiffness * bend / s->mass[i] - f[i] * ds->mass[i] / s->mass[i];
    }
}
/* The reverse function reads positions as they were: they go through a copy on the tape of the
 * caller. */
struct state {
    double x[N];
};
void step(const struct system *s, struct state *now, struct state *next, double *v, double h)
{
    double f[N];
    force(s, now->x, f);
    for (int i = 0; i < N; i++) {
        v[i] += h * f[i];
        next->x[i] = now->x[i] + h * v[i];
    }
}
void *__enzyme_register_gradient_force[] = {(void *)force, (void *)force_augmented,
                                            (void *)force_reverse};
void *__enzyme_register_derivative_force[] = {(void *)force, (void *)force_forward};

static double energy(const double *p, int n)
{
    struct system s = {.stiffness = 2 + p[0]};
    struct state path[9] = {0};
    double v[N] = {0}, e = 0;
    for (int i = 0; i < N; i++) {
        s.mass[i] = 2 + p[i + 1];
        path[0].x[i] = p[i + 5];
    }
    for (int t = 0; t < 8; t++)
        step(&s, &path[t], &path[t + 1], v, 0.1);
    for (int i = 0; i < N; i++)
        e += s.mass[i] * v[i] * v[i] / 2 + path[8].x[i] * path[8].x[i];
    return e;
}

int main(void)
{
    double p[9];
    oracle_random(p, 9, 6);
    ORACLE_GRADIENT(energy, p, 9);
    return oracle_result();
}

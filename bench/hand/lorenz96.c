/*
 * Gradient of the Lorenz 96 final state, written by hand.
 *
 * The forward sweep keeps the four stages of each step, which is faster than to
 * recompute them. Vectors have a halo of two sites on each side, so that the
 * adjoint of the tendency is one loop without special cases.
 */
#include "../primal/lorenz96.h"

#include "../problems/unverified.h"
#include "../suite.h"

#include <stdlib.h>
#include <string.h>

enum { HALO = 2, RING = SITES + 2 * HALO };

/* Copies the ends of the ring into the halo; v[HALO] is site 0. */
static inline void close_ring(double *restrict v)
{
    for (int i = 0; i < HALO; i++) {
        v[i] = v[SITES + i];
        v[SITES + HALO + i] = v[HALO + i];
    }
}

static inline void tendency(const double *restrict x, const double *restrict forcing,
                            double *restrict dx)
{
    for (int i = 0; i < SITES; i++)
        dx[i] = (x[i + 3] - x[i]) * x[i + 1] - x[i + 2] + forcing[i];
}

/* out = x + h k, with its halo; out[HALO] is site 0. */
static inline void stage(const double *restrict x, double h, const double *restrict k,
                         double *restrict out)
{
    for (int i = 0; i < SITES; i++)
        out[HALO + i] = x[HALO + i] + h * k[i];
    close_ring(out);
}

/* dx = transposed Jacobian of the tendency at x times dk (with halo);
 * d_forcing += dk. */
static inline void tendency_adjoint(const double *restrict x, const double *restrict dk,
                                    double *restrict dx, double *restrict d_forcing)
{
    for (int i = 0; i < SITES; i++) {
        dx[i] =
            dk[i + 1] * x[i] - dk[i + 4] * x[i + 3] + dk[i + 3] * (x[i + 4] - x[i + 1]) - dk[i + 2];
        d_forcing[i] += dk[i + 2];
    }
}

/* One step from s[0]; the other stages go to s[1] to s[3]. */
static void forward_step(const double *restrict forcing, double (*restrict s)[RING],
                         double *restrict next)
{
    const double h = LORENZ_STEP;
    double k[4][SITES];

    tendency(s[0], forcing, k[0]);
    stage(s[0], 0.5 * h, k[0], s[1]);
    tendency(s[1], forcing, k[1]);
    stage(s[0], 0.5 * h, k[1], s[2]);
    tendency(s[2], forcing, k[2]);
    stage(s[0], h, k[2], s[3]);
    tendency(s[3], forcing, k[3]);
    for (int i = 0; i < SITES; i++)
        next[HALO + i] =
            s[0][HALO + i] + h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    close_ring(next);
}

/* Adjoint of k of a stage: a part of the step's adjoint plus, if there is a
 * later stage, c times that stage's adjoint. */
static inline void stage_adjoint(const double *restrict dx, double part, double c,
                                 const double *restrict later, double *restrict dk)
{
    for (int i = 0; i < SITES; i++)
        dk[HALO + i] = part * dx[i] + c * later[i];
    close_ring(dk);
}

static void backward_step(double (*restrict s)[RING], double *restrict dx,
                          double *restrict d_forcing)
{
    const double h = LORENZ_STEP;
    const double zero[SITES] = {0};
    double ds[4][SITES], dk[RING];

    stage_adjoint(dx, h / 6.0, 0.0, zero, dk);
    tendency_adjoint(s[3], dk, ds[3], d_forcing);
    stage_adjoint(dx, h / 3.0, h, ds[3], dk);
    tendency_adjoint(s[2], dk, ds[2], d_forcing);
    stage_adjoint(dx, h / 3.0, 0.5 * h, ds[2], dk);
    tendency_adjoint(s[1], dk, ds[1], d_forcing);
    stage_adjoint(dx, h / 6.0, 0.5 * h, ds[1], dk);
    tendency_adjoint(s[0], dk, ds[0], d_forcing);
    for (int i = 0; i < SITES; i++)
        dx[i] += ds[0][i] + ds[1][i] + ds[2][i] + ds[3][i];
}

void lorenz96_hand(const void *problem, double *gradient)
{
    const struct synthetic *p = problem;
    const double *forcing = p->parameters + SITES;
    int steps = p->sizes[0];
    double (*tape)[4][RING] = malloc(((size_t)steps + 1) * sizeof *tape);
    double *dx = gradient, *d_forcing = gradient + SITES;

    memcpy(tape[0][0] + HALO, p->parameters, SITES * sizeof *dx);
    close_ring(tape[0][0]);
    for (int t = 0; t < steps; t++)
        forward_step(forcing, tape[t], tape[t + 1][0]);
    memcpy(dx, tape[steps][0] + HALO, SITES * sizeof *dx);
    memset(d_forcing, 0, SITES * sizeof *d_forcing);
    for (int t = steps - 1; t >= 0; t--)
        backward_step(tape[t], dx, d_forcing);
    free(tape);
}

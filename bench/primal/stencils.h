/*
 * Steps of stencils that the hand-written adjoints take, too.
 */
#ifndef BENCH_PRIMAL_STENCILS_H
#define BENCH_PRIMAL_STENCILS_H

#include "../variant.h"

/* Shallow water by the method of Lax and Friedrichs: depth and two momenta, one field behind
 * another. */
static inline void water_step(int n, const double *RESTRICT s, double *RESTRICT out)
{
    const double *h = s, *p = s + n * n, *q = s + 2 * n * n;
    const double ratio = 0.05, gravity = 9.81;

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int x = i * n + j, w = x - 1, e = x + 1, a = x - n, b = x + n;
            out[x] = 0.25 * (h[w] + h[e] + h[a] + h[b]) - ratio * (p[e] - p[w] + q[b] - q[a]);
            out[n * n + x] =
                0.25 * (p[w] + p[e] + p[a] + p[b]) -
                ratio * (p[e] * p[e] / h[e] + 0.5 * gravity * h[e] * h[e] - p[w] * p[w] / h[w] -
                         0.5 * gravity * h[w] * h[w] + p[b] * q[b] / h[b] - p[a] * q[a] / h[a]);
            out[2 * n * n + x] = 0.25 * (q[w] + q[e] + q[a] + q[b]) -
                                 ratio * (p[e] * q[e] / h[e] - p[w] * q[w] / h[w] +
                                          q[b] * q[b] / h[b] + 0.5 * gravity * h[b] * h[b] -
                                          q[a] * q[a] / h[a] - 0.5 * gravity * h[a] * h[a]);
        }
}

static const int lattice_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int lattice_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double lattice_weight[9] = {4.0 / 9.0,  1.0 / 9.0,  1.0 / 9.0,  1.0 / 9.0, 1.0 / 9.0,
                                         1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0};

/* Relaxes nine densities at one place towards their equilibrium. */
static inline void collide(double omega, double f[9])
{
    double density = 0.0, x = 0.0, y = 0.0;

    for (int k = 0; k < 9; k++) {
        density += f[k];
        x += lattice_x[k] * f[k];
        y += lattice_y[k] * f[k];
    }
    x /= density;
    y /= density;
    for (int k = 0; k < 9; k++) {
        double along = lattice_x[k] * x + lattice_y[k] * y;
        double equilibrium = lattice_weight[k] * density *
                             (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * (x * x + y * y));
        f[k] += omega * (equilibrium - f[k]);
    }
}

/* Lattice Boltzmann method, D2Q9 with periodic boundaries: what arrives from the neighbours
 * collides. Densities of one direction stand together. */
static inline void lattice_step(int n, double omega, const double *RESTRICT now,
                                double *RESTRICT next)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double f[9];
            for (int k = 0; k < 9; k++) {
                int from_i = (i - lattice_y[k] + n) % n, from_j = (j - lattice_x[k] + n) % n;
                f[k] = now[(k * n + from_i) * n + from_j];
            }
            collide(omega, f);
            for (int k = 0; k < 9; k++)
                next[(k * n + i) * n + j] = f[k];
        }
}

#endif

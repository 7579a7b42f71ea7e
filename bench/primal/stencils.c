/*
 * Stencils and time stepping: m steps on grids of n points per side. Two buffers change places
 * after each step; values at the boundary stay.
 */
#include "kernels.h"
#include "stencils.h"

#include <string.h>

/* The state is in one of two buffers; it shall be in the first. */
static void settle(int count, const double *state, double *first)
{
    if (state != first)
        for (int i = 0; i < count; i++)
            first[i] = state[i];
}

/* Explicit heat equation in one dimension with a conductivity k that varies. */
void VARIANT(heat_1d)(int n, int m, const double *RESTRICT k, double *RESTRICT u,
                      double *RESTRICT v)
{
    double *now = u, *next = v;

    v[0] = u[0];
    v[n - 1] = u[n - 1];
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + k[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
        double *old = now;
        now = next;
        next = old;
    }
    settle(n, now, u);
}

static void step_2d(int n, const double *RESTRICT u, double *RESTRICT v)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i * n + j] = 0.6 * u[i * n + j] + 0.1 * (u[i * n + j - 1] + u[i * n + j + 1] +
                                                       u[(i - 1) * n + j] + u[(i + 1) * n + j]);
}

void VARIANT(heat_2d)(int n, int m, double *RESTRICT u, double *RESTRICT v)
{
    double *now = u, *next = v;

    memcpy(v, u, (size_t)(n * n) * sizeof *v);
    for (int t = 0; t < m; t++) {
        step_2d(n, now, next);
        double *old = now;
        now = next;
        next = old;
    }
    settle(n * n, now, u);
}

static void step_torus(int n, const double *RESTRICT u, double *RESTRICT v)
{
    for (int i = 0; i < n; i++) {
        int above = (i - 1 + n) % n, below = (i + 1) % n;
        for (int j = 0; j < n; j++)
            v[i * n + j] =
                0.6 * u[i * n + j] + 0.1 * (u[i * n + (j - 1 + n) % n] + u[i * n + (j + 1) % n] +
                                            u[above * n + j] + u[below * n + j]);
    }
}

/* The same with periodic boundaries. */
void VARIANT(torus)(int n, int m, double *RESTRICT u, double *RESTRICT v)
{
    double *now = u, *next = v;

    for (int t = 0; t < m; t++) {
        step_torus(n, now, next);
        double *old = now;
        now = next;
        next = old;
    }
    settle(n * n, now, u);
}

static void step_3d(int n, const double *RESTRICT u, double *RESTRICT v)
{
    int row = n, plane = n * n;

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                int x = i * plane + j * row + k;
                v[x] = 0.4 * u[x] + 0.1 * (u[x - 1] + u[x + 1] + u[x - row] + u[x + row] +
                                           u[x - plane] + u[x + plane]);
            }
}

void VARIANT(heat_3d)(int n, int m, double *RESTRICT u, double *RESTRICT v)
{
    double *now = u, *next = v;

    memcpy(v, u, (size_t)(n * n * n) * sizeof *v);
    for (int t = 0; t < m; t++) {
        step_3d(n, now, next);
        double *old = now;
        now = next;
        next = old;
    }
    settle(n * n * n, now, u);
}

/* Wave equation in two dimensions, c the square of the local speed. The next state replaces the one
 * before the last. */
void VARIANT(wave_2d)(int n, int m, const double *RESTRICT c, double *RESTRICT u,
                      double *RESTRICT v)
{
    double *last = u, *now = v;

    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int x = i * n + j;
                last[x] = 2.0 * now[x] - last[x] +
                          c[x] * (now[x - 1] + now[x + 1] + now[x - n] + now[x + n] - 4.0 * now[x]);
            }
        double *old = last;
        last = now;
        now = old;
    }
}

/* Maxwell's equations in two dimensions on a staggered grid, with a source at one edge. */
void VARIANT(fdtd_2d)(int n, int m, const double *RESTRICT source, double *RESTRICT ex,
                      double *RESTRICT ey, double *RESTRICT hz)
{
    for (int t = 0; t < m; t++) {
        for (int j = 0; j < n; j++)
            ey[j] = source[t];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
                ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                hz[i * n + j] -=
                    0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
    }
}

/* Half a step of alternating directions: explicit along rows of u, implicit along columns; the
 * result is transposed. `upper` and `pivot` are the factors of the implicit operator. */
static void half_step(int n, const double *RESTRICT upper, const double *RESTRICT pivot,
                      const double *RESTRICT u, double *RESTRICT v, double *RESTRICT q)
{
    for (int i = 1; i < n - 1; i++) {
        q[0] = 0.0;
        for (int j = 1; j < n - 1; j++) {
            const double *x = &u[j * n + i];
            q[j] = (0.5 * x[0] + 0.25 * (x[-1] + x[1]) + 0.25 * q[j - 1]) / pivot[j];
        }
        v[i * n + n - 1] = 0.0;
        for (int j = n - 2; j > 0; j--)
            v[i * n + j] = upper[j] * v[i * n + j + 1] + q[j];
    }
}

/* Heat equation by alternating directions; the boundary is zero. */
void VARIANT(adi)(int n, int m, const double *RESTRICT upper, const double *RESTRICT pivot,
                  double *RESTRICT u, double *RESTRICT v, double *RESTRICT q)
{
    for (int i = 0; i < n; i++) {
        u[i] = u[(n - 1) * n + i] = u[i * n] = u[i * n + n - 1] = 0.0;
        v[i] = v[(n - 1) * n + i] = v[i * n] = v[i * n + n - 1] = 0.0;
    }
    for (int t = 0; t < m; t++) {
        half_step(n, upper, pivot, u, v, q);
        half_step(n, upper, pivot, v, u, q);
    }
}

/* Means of nine points, in place. */
void VARIANT(gauss_seidel)(int n, int m, double *RESTRICT u)
{
    for (int t = 0; t < m; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                double *x = &u[i * n + j];
                x[0] = (x[-n - 1] + x[-n] + x[-n + 1] + x[-1] + x[0] + x[1] + x[n - 1] + x[n] +
                        x[n + 1]) /
                       9.0;
            }
}

void VARIANT(shallow_water)(int n, int m, double *RESTRICT u, double *RESTRICT v)
{
    double *now = u, *next = v;

    memcpy(v, u, 3 * (size_t)(n * n) * sizeof *v);
    for (int t = 0; t < m; t++) {
        water_step(n, now, next);
        double *old = now;
        now = next;
        next = old;
    }
    settle(3 * n * n, now, u);
}

void VARIANT(lattice_boltzmann)(int n, int m, const double *RESTRICT omega, double *RESTRICT u,
                                double *RESTRICT v)
{
    double *now = u, *next = v;

    for (int t = 0; t < m; t++) {
        lattice_step(n, omega[0], now, next);
        double *old = now;
        now = next;
        next = old;
    }
    settle(9 * n * n, now, u);
}

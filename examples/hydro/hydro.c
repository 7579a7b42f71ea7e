/* See hydro.h. Forces are those that the pressure of an element has on its corners; what they do
 * there is taken from its energy, so that the sum of both energies stays the same. */
#include "hydro.h"

#include <math.h>

static const double gamma_law = 1.4, time_step = 2e-3, density = 1, viscosity = 1;

/* How the area of a triangle changes with its corners, and the area. */
static double areas(const double *x, const int *c, double d[6])
{
    for (int k = 0; k < 3; k++) {
        const double *next = x + 2 * c[(k + 1) % 3], *last = x + 2 * c[(k + 2) % 3];
        d[2 * k] = (next[1] - last[1]) / 2;
        d[2 * k + 1] = (last[0] - next[0]) / 2;
    }
    return x[2 * c[0]] * d[0] + x[2 * c[1]] * d[2] + x[2 * c[2]] * d[4];
}

/* Pressure, and where the gas is compressed the viscosity that shocks need. */
static double pressure(double mass, double area, double energy, double growth)
{
    double rho = mass / area, rate = growth / area, p = (gamma_law - 1) * rho * energy;
    return rate < 0 ? p + viscosity * rho * area * rate * rate : p;
}

static void forces_of_elements(const struct mesh *m, const struct gas *g, double mass, double *f)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < m->elements; i++) {
        const int *c = m->corners[i];
        double d[6], area = areas(g->x, c, d), growth = 0;
        for (int k = 0; k < 3; k++)
            growth += d[2 * k] * g->v[2 * c[k]] + d[2 * k + 1] * g->v[2 * c[k] + 1];
        double p = pressure(mass, area, g->e[i], growth);
        for (int k = 0; k < 6; k++)
            f[6 * i + k] = p * d[k];
    }
}

/* A third of the mass of its elements is a node's. */
static void move_nodes(const struct mesh *m, const struct gas *g, double mass, const double *f)
{
#pragma omp parallel for schedule(static)
    for (int n = 0; n < m->nodes; n++) {
        double fx = 0, fy = 0;
        for (int j = m->first[n]; j < m->first[n + 1]; j++)
            fx += f[2 * m->at[j]], fy += f[2 * m->at[j] + 1];
        double own = mass / 3 * (m->first[n + 1] - m->first[n]);
        g->v[2 * n] += time_step * fx / own;
        g->v[2 * n + 1] += time_step * fy / own;
        g->x[2 * n] += time_step * g->v[2 * n];
        g->x[2 * n + 1] += time_step * g->v[2 * n + 1];
    }
}

static void take_work(const struct mesh *m, const struct gas *g, double mass, const double *f)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < m->elements; i++) {
        double power = 0;
        for (int k = 0; k < 3; k++) {
            int n = m->corners[i][k];
            power += f[6 * i + 2 * k] * g->v[2 * n] + f[6 * i + 2 * k + 1] * g->v[2 * n + 1];
        }
        g->e[i] -= time_step * power / mass;
    }
}

void hydro_run(const struct mesh *m, struct gas *state, double *work, int steps)
{
    double mass = density / m->elements;
    for (int t = 0; t < steps; t++) {
        forces_of_elements(m, state, mass, work);
        move_nodes(m, state, mass, work);
        take_work(m, state, mass, work);
    }
}

double hydro_deviation(const struct mesh *m, struct gas *state, double *work, const double *target,
                       int steps)
{
    double sum = 0;
    hydro_run(m, state, work, steps);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < m->elements; i++) {
        double d = state->e[i] - target[i];
        sum += d * d;
    }
    return sum;
}

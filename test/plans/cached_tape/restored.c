/* Steps over a mesh: what loops load from computed places takes more than what they overwrite, so
 * that the latter is kept, and put back. */
#include <enzcc/runtime.h>
#include "oracle.h"
#include <string.h>

enum { NODES = 4001, STEPS = 20, CORNERS = 6 };

static double start[2 * NODES], seed[2 * NODES], way[2 * NODES], a[2 * NODES], da[2 * NODES];

static void steps(double *x, double *f, const int (*corners)[CORNERS], int n, int count)
{
    for (int t = 0; t < count; t++) {
        for (int i = 0; i < n; i++) {
            const int *c = corners[i];
            f[i] = (x[c[0]] * x[c[1]] - x[c[2]] * x[c[3]]) / (1 + x[c[4]] * x[c[5]]);
        }
        for (int i = 0; i < n; i++)
            x[i] += 0.01 * f[i] * x[i];
    }
}

static void set(const double *shadow)
{
    memcpy(a, start, sizeof a);
    memcpy(da, shadow, sizeof da);
}

/* Compares the transposed product with the Jacobian and the tangent of one direction. */
static size_t tape_of(const int (*corners)[CORNERS], int count)
{
    double primal[2 * NODES];
    set(way);
    __enzyme_fwddiff_v((void *)steps, enzyme_dup, a, da, enzyme_dup, a + NODES, da + NODES,
                       enzyme_const, corners, enzyme_const, NODES, enzyme_const, count);
    double forward = oracle_dot(da, seed, 2 * NODES);
    memcpy(primal, a, sizeof a);
    set(seed);
    (void)enz_rt_tape_peak();
    __enzyme_autodiff_v((void *)steps, enzyme_dup, a, da, enzyme_dup, a + NODES, da + NODES,
                        enzyme_const, corners, enzyme_const, NODES, enzyme_const, count);
    CHECK_TOL(oracle_dot(da, way, 2 * NODES), forward, 1e-9);
    CHECK_ARRAY(a, primal, 2 * NODES);
    return enz_rt_tape_peak();
}

int main(void)
{
    static int corners[NODES][CORNERS];
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < CORNERS; k++)
            corners[i][k] = (i * (3 + 2 * k) + k) % NODES;
    oracle_random(start, 2 * NODES, 1);
    for (int i = 0; i < 2 * NODES; i++)
        start[i] = 1 + 0.3 * start[i];
    oracle_random(seed, 2 * NODES, 2);
    oracle_random(way, 2 * NODES, 3);
    size_t written = 2 * (size_t)STEPS * NODES * sizeof(double);
    CHECK_THAT(tape_of(corners, STEPS) < 2 * written);
    return oracle_result();
}

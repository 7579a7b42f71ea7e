/* Where the tape of a cheap loop would be larger than caches are, segments run again instead;
 * where it is small, or iterations are dear, all of them are on the tape. */
#include <enzcc/runtime.h>
#include "oracle.h"
#include <math.h>
#include <string.h>

enum { MEGABYTE = 1 << 20, CELLS = 2000, FEW = 100, MANY = 2000 };

static void diffuse(double *from, double *to, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            to[i] = from[i] + 0.1 * from[i] * (from[i - 1] - 2 * from[i] + from[i + 1]);
        double *other = from;
        from = to;
        to = other;
    }
}

static void diffuse_dearly(double *from, double *to, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            to[i] = from[i] + 0.1 * sin(exp(from[i])) * (from[i - 1] - 2 * from[i] + from[i + 1]);
        double *other = from;
        from = to;
        to = other;
    }
}

typedef void loop(double *, double *, int, int);
static double start[2 * CELLS], seed[2 * CELLS], way[2 * CELLS], a[2 * CELLS], da[2 * CELLS];

static void set(const double *shadow)
{
    memcpy(a, start, sizeof a);
    memcpy(da, shadow, sizeof da);
}

/* Compares the transposed product with the Jacobian and the tangent of one direction. */
static size_t tape_of(loop *f, int steps)
{
    set(way);
    __enzyme_fwddiff_v((void *)f, enzyme_dup, a, da, enzyme_dup, a + CELLS, da + CELLS,
                       enzyme_const, CELLS, enzyme_const, steps);
    double forward = oracle_dot(da, seed, 2 * CELLS);
    set(seed);
    (void)enz_rt_tape_peak();
    __enzyme_autodiff_v((void *)f, enzyme_dup, a, da, enzyme_dup, a + CELLS, da + CELLS,
                        enzyme_const, CELLS, enzyme_const, steps);
    CHECK_TOL(oracle_dot(da, way, 2 * CELLS), forward, 1e-9);
    return enz_rt_tape_peak();
}

int main(void)
{
    oracle_random(start, 2 * CELLS, 1);
    for (int i = 0; i < 2 * CELLS; i++)
        start[i] = 1 + 0.3 * start[i];
    oracle_random(seed, 2 * CELLS, 2);
    oracle_random(way, 2 * CELLS, 3);
    size_t all = (size_t)FEW * CELLS * sizeof(double);
    CHECK_THAT(tape_of(diffuse, FEW) > all / 2);
    CHECK_THAT(tape_of(diffuse, MANY) < 8 * MEGABYTE);
    CHECK_THAT(tape_of(diffuse_dearly, MANY) > 16 * MEGABYTE);
    return oracle_result();
}

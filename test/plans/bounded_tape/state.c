/* Tapes stay below their limit where loops carry state: in registers, in buffers of the caller that
 * change places, and where nobody knows how often a loop runs. Below the limit nothing runs twice:
 * all iterations are on the tape. */
#include <enzcc/runtime.h>
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 20, MANY = 1000000, FEW = 1000, CELLS = 300, STEPS = 4000 };

static double recurrence(double x, int steps)
{
    for (int i = 0; i < steps; i++)
        x = 3.5 * x * (1 - x);
    return x;
}

/* Only the state says when it ends. */
static double until(double x, double end)
{
    double n = 0, s = 0;
    do {
        s += x * x;
        x = 0.9999 * x + 1e-6 * s;
        n += 1;
    } while (n < end);
    return x;
}

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

static void registers(void)
{
    double x = 0.3, want = 1;
    for (int i = 0; i < 40; i++)
        want *= 3.5 * (1 - 2 * x), x = 3.5 * x * (1 - x);
    CHECK(__enzyme_autodiff((void *)recurrence, 0.3, enzyme_const, 40), want);
    (void)enz_rt_tape_peak();
    (void)__enzyme_autodiff((void *)recurrence, 0.3, enzyme_const, FEW);
    size_t peak = enz_rt_tape_peak();
    CHECK_THAT(peak >= FEW * sizeof(double) && peak < FEW * sizeof(double) + 1024);
    (void)__enzyme_autodiff((void *)recurrence, 0.3, enzyme_const, MANY);
    peak = enz_rt_tape_peak();
    CHECK_THAT(peak > 0 && peak <= LIMIT);
}

static void unknown_count(void)
{
    double x = 0.3, dx = 1, s = 0, ds = 0;
    for (int i = 0; i < MANY; i++) {
        s += x * x, ds += 2 * x * dx;
        x = 0.9999 * x + 1e-6 * s, dx = 0.9999 * dx + 1e-6 * ds;
    }
    (void)enz_rt_tape_peak();
    CHECK_TOL(__enzyme_autodiff((void *)until, 0.3, enzyme_const, (double)MANY), dx, 1e-6);
    size_t peak = enz_rt_tape_peak();
    CHECK_THAT(peak > 0 && peak <= LIMIT);
}

/* The transposed product with the Jacobian, by the tangent of one direction. */
static void buffers(void)
{
    static double a[2 * CELLS], da[2 * CELLS], start[2 * CELLS], seed[2 * CELLS], way[2 * CELLS];
    oracle_random(start, 2 * CELLS, 1);
    for (int i = 0; i < 2 * CELLS; i++)
        start[i] = 1 + 0.3 * start[i];
    oracle_random(seed, 2 * CELLS, 2);
    oracle_random(way, 2 * CELLS, 3);
    memcpy(a, start, sizeof a);
    memcpy(da, way, sizeof da);
    __enzyme_fwddiff_v((void *)diffuse, enzyme_dup, a, da, enzyme_dup, a + CELLS, da + CELLS,
                       enzyme_const, CELLS, enzyme_const, STEPS);
    double forward = oracle_dot(da, seed, 2 * CELLS);
    memcpy(a, start, sizeof a);
    memcpy(da, seed, sizeof da);
    (void)enz_rt_tape_peak();
    __enzyme_autodiff_v((void *)diffuse, enzyme_dup, a, da, enzyme_dup, a + CELLS, da + CELLS,
                        enzyme_const, CELLS, enzyme_const, STEPS);
    size_t peak = enz_rt_tape_peak();
    CHECK_THAT(peak > 0 && peak <= LIMIT);
    CHECK_TOL(oracle_dot(da, way, 2 * CELLS), forward, 1e-8);
}

int main(void)
{
    registers();
    unknown_count();
    buffers();
    return oracle_result();
}

/* Checks the derivatives of a generated program against each other.
 *
 * The scalar objective is the returned value plus a weighted sum of all leaves
 * in memory after the call.  Checked: the primal is finite and repeatable;
 * derivative calls leave the primal's results alone; reverse agrees with
 * forward for every leaf and for a mixed direction; both agree with difference
 * quotients within the error that the quotients themselves show (Ridders 1982);
 * memory in use does not grow from call to call.
 *
 * Exit status: 0 right, 1 wrong derivative, 3 ill-formed program, 4 leak.
 *
 * With FUZZ_CHECK_APART the functions that check are declared only: they are in checks.c. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FUZZ_MAX = 48, FUZZ_RIGHT = 0, FUZZ_WRONG = 1, FUZZ_ILL = 3, FUZZ_LEAK = 4 };

struct fuzz_case {
    int leaves;
    const double *point;
    int single;    /* some values are floats */
    int has_value; /* derivative calls also return the primal */
    int reordered; /* sums are made in another order each time: their last bits differ */
    double (*primal)(const double *in, double *out);
    double (*serial)(const double *in, double *out); /* the same by one thread, or NULL */
    double (*forward)(const double *in, const double *dir, double *dout, double *value);
    void (*reverse)(const double *in, const double *seed, double *grad, double *out, double *value);
};

/* A number the compiler cannot see through. */
static inline int fuzz_opaque(int n)
{
    volatile int v = n;
    return v;
}

/* Lane 0, if lane 1, which was given twice the direction, agrees. */
static inline double fuzz_lanes(double lane, double twice)
{
    double slack = 1e-4 * (1 + fabs(lane)) + 1e-3 * (fabs(lane) > 1e3) * fabs(lane);
    return fabs(2 * lane - twice) <= slack ? lane : NAN;
}

static inline double fuzz_weight(int leaf)
{
    return 0.4 + 0.17 * (leaf % 5) - 0.9 * (leaf % 2);
}

#ifdef FUZZ_CHECK_APART

#ifdef __cplusplus
extern "C"
#endif
    int fuzz_check(const struct fuzz_case *c);

#else

#ifndef FUZZ_CHECK
#define FUZZ_CHECK static
#endif

static double fuzz_objective(const struct fuzz_case *c, const double *in)
{
    double out[FUZZ_MAX] = {0}, r = c->primal(in, out);
    for (int i = 0; i < c->leaves; i++)
        r += fuzz_weight(i) * out[i];
    return r;
}

/* Central differences with Richardson extrapolation; *error is the least change
 * between neighbouring entries of the tableau. */
static double fuzz_difference(const struct fuzz_case *c, int leaf, double *error)
{
    enum { STEPS = 7 };
    double table[STEPS][STEPS], x[FUZZ_MAX], best = 0, h = c->single ? 0.1 : 0.02;
    memcpy(x, c->point, (size_t)c->leaves * sizeof *x);
    *error = INFINITY;
    for (int i = 0; i < STEPS; i++, h /= 2) {
        x[leaf] = c->point[leaf] + h;
        double up = fuzz_objective(c, x);
        x[leaf] = c->point[leaf] - h;
        table[i][0] = (up - fuzz_objective(c, x)) / (2 * h);
        for (int j = 1; j <= i; j++) {
            double power = ldexp(1, 2 * j);
            table[i][j] = (power * table[i][j - 1] - table[i - 1][j - 1]) / (power - 1);
            double change =
                fmax(fabs(table[i][j] - table[i][j - 1]), fabs(table[i][j] - table[i - 1][j - 1]));
            if (change < *error)
                *error = change, best = table[i][j];
        }
    }
    return best;
}

/* Where two numbers of which the smaller counts are nearly the same, the large steps go past the
 * point where they are equal, on both sides of which they find one slope, or the mean of two. Half
 * the digits are left of so small steps. */
static int fuzz_agrees_nearby(const struct fuzz_case *c, int leaf, double grad, double scale)
{
    double x[FUZZ_MAX], h = 1e-7;
    if (c->single)
        return 0;
    memcpy(x, c->point, (size_t)c->leaves * sizeof *x);
    x[leaf] = c->point[leaf] + h;
    double up = fuzz_objective(c, x);
    x[leaf] = c->point[leaf] - h;
    return fabs(grad - (up - fuzz_objective(c, x)) / (2 * h)) <= 1e-6 * (1 + scale);
}

static int fuzz_fail(int status, const char *what, int leaf, double a, double b)
{
    printf("%s: leaf %d: %.17g and %.17g\n", what, leaf, a, b);
    return status;
}

/* NaN fails. */
static int fuzz_close(double a, double b, double slack)
{
    return fabs(a - b) <= slack;
}

/* The result and the memory of a second run. */
static int fuzz_compare_primal(const struct fuzz_case *c,
                               double (*primal)(const double *in, double *out), const double *out,
                               double value)
{
    double again[FUZZ_MAX] = {0}, v = primal(c->point, again), slack = c->reordered ? 1e-11 : 0;
    if (!(fabs(value) < 1e3) || !fuzz_close(v, value, slack))
        return fuzz_fail(FUZZ_ILL, "primal value", -1, v, value);
    for (int i = 0; i < c->leaves; i++)
        if (!(fabs(out[i]) < 1e3) || !fuzz_close(out[i], again[i], slack))
            return fuzz_fail(FUZZ_ILL, "primal output", i, out[i], again[i]);
    return 0;
}

static int fuzz_check_primal(const struct fuzz_case *c, double *out, double *value)
{
    *value = c->primal(c->point, out);
    int status = fuzz_compare_primal(c, c->primal, out, *value);
    return status || !c->serial ? status : fuzz_compare_primal(c, c->serial, out, *value);
}

/* Judged differences: those whose own error is small. */
static int fuzz_check_differences(const struct fuzz_case *c, const double *grad, double scale)
{
    int judged = 0;
    for (int i = 0; i < c->leaves; i++) {
        double error, d = fuzz_difference(c, i, &error);
        if (!isfinite(d))
            return fuzz_fail(FUZZ_ILL, "difference", i, d, error);
        if (error > (c->single ? 0.05 : 1e-3) * (1 + fabs(d)))
            continue;
        judged++;
        double slack = (c->single ? 1e-2 : 1e-6) * (1 + scale) + 10 * error;
        if (grad && !fuzz_close(grad[i], d, slack) && !fuzz_agrees_nearby(c, i, grad[i], scale))
            return fuzz_fail(FUZZ_WRONG, "reverse and difference", i, grad[i], d);
    }
    printf("%d of %d differences judged\n", judged, c->leaves);
    return 0;
}

static double fuzz_forward(const struct fuzz_case *c, const double *dir, double *value)
{
    double dout[FUZZ_MAX] = {0}, r = c->forward(c->point, dir, dout, value);
    for (int i = 0; i < c->leaves; i++)
        r += fuzz_weight(i) * dout[i];
    return r;
}

/* Leaf -1 is a mixed direction. */
static int fuzz_check_forward(const struct fuzz_case *c, const double *grad, double value,
                              double slack)
{
    for (int leaf = -1; leaf < c->leaves; leaf++) {
        double dir[FUZZ_MAX] = {0}, expected = 0, got_value = value;
        for (int i = 0; i < c->leaves; i++) {
            dir[i] = leaf < 0 ? 0.3 + 0.1 * (i % 7) : i == leaf;
            expected += dir[i] * grad[i];
        }
        double got = fuzz_forward(c, dir, &got_value);
        if (!fuzz_close(got, expected, slack * (leaf < 0 ? c->leaves : 1)))
            return fuzz_fail(FUZZ_WRONG, "reverse and forward", leaf, expected, got);
        if (c->has_value && !fuzz_close(got_value, value, slack))
            return fuzz_fail(FUZZ_WRONG, "value of forward mode", leaf, got_value, value);
    }
    return 0;
}

/* A leak grows with each call, by a block of the C library at least, which is four words long; what
 * the runtime keeps for the next one (enz_rt_trim) does not, nor do ends of free blocks that are
 * too short to be blocks, of which one call after the other may use up a few. */
enum { FUZZ_LEAK_CALLS = 64, FUZZ_LEAST_BLOCK = 4 * sizeof(void *) };

static int fuzz_grew(size_t in_use)
{
    return mallinfo2().uordblks >= in_use + FUZZ_LEAST_BLOCK;
}

static int fuzz_leak(void)
{
    printf("leak: each of %d reverse calls left more bytes in use\n", FUZZ_LEAK_CALLS);
    return FUZZ_LEAK;
}

static int fuzz_check_leak(const struct fuzz_case *c, const double *seed)
{
    double grad[FUZZ_MAX], out[FUZZ_MAX], value;
    for (int i = 0; i < FUZZ_LEAK_CALLS; i++) {
        size_t in_use = mallinfo2().uordblks;
        c->reverse(c->point, seed, grad, out, &value);
        if (!fuzz_grew(in_use))
            return 0;
    }
    return fuzz_leak();
}

static int fuzz_check_derivatives(const struct fuzz_case *c, const double *out, double value)
{
    double seed[FUZZ_MAX], grad[FUZZ_MAX] = {0}, after[FUZZ_MAX] = {0};
    double scale = 0, got_value = value, tight = c->single ? 3e-4 : 1e-9;
    for (int i = 0; i < c->leaves; i++)
        seed[i] = fuzz_weight(i);
    c->reverse(c->point, seed, grad, after, &got_value);
    if (c->has_value && !fuzz_close(got_value, value, tight))
        return fuzz_fail(FUZZ_WRONG, "value of reverse mode", -1, got_value, value);
    for (int i = 0; i < c->leaves; i++) {
        scale = fmax(scale, fabs(grad[i]));
        if (!fuzz_close(after[i], out[i], tight))
            return fuzz_fail(FUZZ_WRONG, "output of reverse mode", i, after[i], out[i]);
    }
    int status = fuzz_check_forward(c, grad, value, tight * (1 + scale));
    if (!status)
        status = fuzz_check_differences(c, grad, scale);
    return status ? status : fuzz_check_leak(c, seed);
}

FUZZ_CHECK int fuzz_check(const struct fuzz_case *c)
{
    double out[FUZZ_MAX] = {0}, value;
    int status = fuzz_check_primal(c, out, &value);
    if (status)
        return status;
    if (!c->reverse)
        return fuzz_check_differences(c, NULL, 0);
    return fuzz_check_derivatives(c, out, value);
}

#endif

#endif

/* Checks the derivatives of a disguised program.
 *
 * The twin of the program computes the same without disguises, in double precision. Checked: the
 * values of both are the same; the Jacobian by forward mode agrees with difference quotients of the
 * twin; reverse mode agrees with that Jacobian for many seeds, among them zeros of both signs and
 * denormal numbers, whose bits look like addresses, alone and beside a float; derivative calls give
 * the primal's values; memory in use does not grow.
 *
 * The first argument of the program is a number of bytes by which the heap is shifted.
 * Exit status as in fuzz_check.h. */
#ifndef FUZZ_DISGUISE_CHECK_H
#define FUZZ_DISGUISE_CHECK_H

#include "fuzz_check.h"

#include <stdint.h>
#include <stdlib.h>

enum { DISGUISE_TRIALS = 24 };

struct disguise_case {
    int count; /* of inputs and of outputs */
    int single;
    const double *point;
    void (*primal)(const double *x, double *out);
    void (*twin)(const double *x, double *out);
    void (*forward)(const double *x, const double *dx, double *out, double *dout);
    void (*reverse)(const double *x, double *dx, double *out, double *dout);
};

#ifdef FUZZ_CHECK_APART

#ifdef __cplusplus
extern "C"
#endif
    int disguise_check(const struct disguise_case *c, int argc, char **argv);

#else

static const struct disguise_case *disguise_current;

static double disguise_twin(const double *x, double *out)
{
    disguise_current->twin(x, out);
    return 0;
}

static int disguise_check_values(const struct disguise_case *c, const double *got, int status,
                                 const char *what)
{
    double want[FUZZ_MAX] = {0}, slack = c->single ? 1e-4 : 1e-12;
    c->twin(c->point, want);
    for (int i = 0; i < c->count; i++)
        if (!fuzz_close(got[i], want[i], slack))
            return fuzz_fail(status, what, i, got[i], want[i]);
    return 0;
}

/* The Jacobian, a column per input. */
static int disguise_forward(const struct disguise_case *c, double columns[][FUZZ_MAX])
{
    for (int i = 0; i < c->count; i++) {
        double dx[FUZZ_MAX] = {0}, out[FUZZ_MAX] = {0};
        dx[i] = 1;
        c->forward(c->point, dx, out, columns[i]);
        int status = disguise_check_values(c, out, FUZZ_WRONG, "value of forward mode");
        if (status)
            return status;
    }
    return 0;
}

static int disguise_check_forward(const struct disguise_case *c, double columns[][FUZZ_MAX])
{
    struct fuzz_case twin = {0};
    twin.leaves = c->count;
    twin.point = c->point;
    twin.primal = disguise_twin;
    for (int i = 0; i < c->count; i++) {
        double error, got = 0, want = fuzz_difference(&twin, i, &error);
        for (int k = 0; k < c->count; k++)
            got += fuzz_weight(k) * columns[i][k];
        if (!(error < 1e-5 * (1 + fabs(want))))
            return fuzz_fail(FUZZ_ILL, "difference", i, want, error);
        if (!fuzz_close(got, want, (c->single ? 1e-3 : 1e-6) * (1 + fabs(want)) + 10 * error))
            return fuzz_fail(FUZZ_WRONG, "forward and difference", i, got, want);
    }
    return 0;
}

/* Seeds of the first trial are ordinary. The denormal ones lie between 2^32 and 2^47 as words, as
 * doubles or, the last two, as a float in the upper half. */
static double disguise_seed(int trial, int k)
{
    static const double odd[] = {0.0,       -0.0,      1.0,       -0.7,     0x1p-1030,
                                 0x1p-1040, 0x1p-1060, 0x1p-1027, 0x1p-135, 0x1.8p-137};
    uint32_t hash = (uint32_t)(trial * 64 + k) * 2654435761u;
    if (trial == 0 || (hash >> 28) % 3 == 0)
        return fuzz_weight(k);
    return odd[(hash >> 8) % (sizeof odd / sizeof *odd)];
}

static int disguise_check_trial(const struct disguise_case *c, double columns[][FUZZ_MAX],
                                int trial)
{
    double seed[FUZZ_MAX], dout[FUZZ_MAX] = {0}, dx[FUZZ_MAX] = {0}, out[FUZZ_MAX] = {0};
    for (int k = 0; k < c->count; k++)
        dout[k] = seed[k] = disguise_seed(trial, k);
    c->reverse(c->point, dx, out, dout);
    for (int i = 0; i < c->count; i++) {
        double want = 0, scale = 0;
        for (int k = 0; k < c->count; k++) {
            want += columns[i][k] * seed[k];
            scale += (1 + fabs(columns[i][k])) * fabs(seed[k]);
        }
        double slack = c->single ? 3e-4 * scale + 0x1p-138 : 1e-9 * scale + 0x1p-1062;
        if (!fuzz_close(dx[i], want, slack))
            return fuzz_fail(FUZZ_WRONG,
                             trial ? "reverse of odd seeds and forward" : "reverse and forward", i,
                             dx[i], want);
    }
    return disguise_check_values(c, out, FUZZ_WRONG, "value of reverse mode");
}

static int disguise_check_leak(const struct disguise_case *c)
{
    double dout[FUZZ_MAX] = {0}, dx[FUZZ_MAX] = {0}, out[FUZZ_MAX];
    for (int i = 0; i < FUZZ_LEAK_CALLS; i++) {
        size_t in_use = mallinfo2().uordblks;
        c->reverse(c->point, dx, out, dout);
        if (!fuzz_grew(in_use))
            return 0;
    }
    return fuzz_leak();
}

/* The primal alone: the program is what the twin is, again and again, and smooth. */
static int disguise_check_primal(const struct disguise_case *c)
{
    for (int i = 0; i < 3; i++) {
        double out[FUZZ_MAX] = {0};
        c->primal(c->point, out);
        int status = disguise_check_values(c, out, FUZZ_ILL, "primal and twin");
        if (status)
            return status;
    }
    return 0;
}

static int disguise_check_all(const struct disguise_case *c)
{
    static double columns[FUZZ_MAX][FUZZ_MAX];
    disguise_current = c;
    int status = disguise_check_primal(c);
    if (status || !c->reverse)
        return status;
    status = disguise_forward(c, columns);
    if (!status)
        status = disguise_check_forward(c, columns);
    for (int trial = 0; !status && trial < DISGUISE_TRIALS; trial++)
        status = disguise_check_trial(c, columns, trial);
    return status ? status : disguise_check_leak(c);
}

FUZZ_CHECK int disguise_check(const struct disguise_case *c, int argc, char **argv)
{
    void *shift = malloc(argc > 1 ? strtoul(argv[1], NULL, 0) : 1);
    int status = disguise_check_all(c);
    free(shift);
    return status;
}

#endif

#endif

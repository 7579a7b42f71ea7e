/* Loops in loops, and regions in loops, keep what they overwrite rather than all that they read,
 * where that is less: the reverse sweep puts memory back. Each function ends with its arrays as the
 * primal leaves them. */
#ifndef RESTORED_H
#define RESTORED_H
#include "oracle.h"
#include "oracle_calls.h"
#include <stdlib.h>
#include <string.h>

enum { N = 203 };
/* The compiler does not know that it is five. */
#define STEPS (n % 2 + 4)

/* Both arrays are input and output. */
#define F(name)                                                                                    \
    static void name##_on(double *x, int n, double *y, int m);                                     \
    static void name(const double *x, int n, double *y, int m)                                     \
    {                                                                                              \
        name##_on((double *)x, n, y, m);                                                           \
    }                                                                                              \
    static void name##_on(double *x, int n, double *y, int m)
/* Before each step its numbers are near one. */
#define NEAR_ONE(z) ((z) / (1 + 0.3 * (z) * (z)) + 0.25)

/* ---- gathers: no test in front of the loop tells what it loads from what it stores ---- */

F(anywhere)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = x[(i * 7 + t) % n] * x[(i * 3) % n] * x[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 5) % m] * y[i]);
    }
}

/* Several stores, which write all of the range together. */
F(corners)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n / 3; i++) {
            double a = x[(i * 11 + t) % n], b = x[(i * 2) % n];
            y[3 * i + 1] = a * b;
            y[3 * i] = a * a * b;
            y[3 * i + 2] = a / (1 + b * b);
        }
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 13) % (n / 3 * 3)]);
    }
}

/* What an iteration loads is what it, or an earlier one of its thread, has overwritten. */
F(itself)
{
    int self[N], before[N];
    for (int i = 0; i < n; i++)
        self[i] = i, before[i] = i % 29 ? i - 1 : i;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double a = x[self[i]], b = y[self[i]];
            x[i] = NEAR_ONE(a * b);
            y[i] = NEAR_ONE(a * a + b);
        }
#pragma omp parallel for schedule(static, 29)
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[before[i]] * x[self[i]] * y[before[i]]);
    }
}

/* Loaded behind a store to the same place. */
F(behind)
{
    int self[N];
    for (int i = 0; i < n; i++)
        self[i] = i;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double a = x[self[i]];
            x[i] = a * 0.5 + t;
            double b = x[self[i]];
            y[i] = NEAR_ONE(a * b * y[self[i]]);
        }
    }
}

F(downwards)
{
    int self[N];
    for (int i = 0; i < n; i++)
        self[i] = i;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = n - 1; i >= 0; i--)
            y[i] = x[self[i]] * x[(i * 3) % n] * y[self[i]];
#pragma omp parallel for
        for (int i = n - 1; i >= 0; i--)
            x[i] = NEAR_ONE(y[self[i]] * y[(i * 3) % m]);
    }
}

/* A value of the last iteration is used behind the loop. */
F(last)
{
    double *z = y + n / 2;
    int same[N];
    for (int i = 0; i < n; i++)
        same[i] = i;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int r = 0; r < n / 16; r++) {
            double end = 0;
            for (int i = 8 * r; i < 8 * r + n % 8 + 5; i++) {
                end = x[same[i]] * y[same[i]];
                y[i] = NEAR_ONE(end * x[(i * 7) % n]);
            }
            z[r] = NEAR_ONE(end * end * z[r]);
        }
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 5) % m]);
    }
}

/* What the loop around stores is put back in each iteration, before what the loop inside of it has
 * loaded is needed. */
F(around)
{
    int at[N];
    for (int i = 0; i < n; i++)
        at[i] = (i * 7) % n;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int r = 0; r < n; r++)
            y[r] = NEAR_ONE(y[r] * x[at[r]]);
        for (int r = 0; r < n / 8; r++) {
            for (int i = 8 * r; i < 8 * r + 8; i++)
                y[i] = NEAR_ONE(x[at[i]] * x[at[(i + r) % n]] * y[i]);
            x[r] = NEAR_ONE(x[r] * y[at[r]] * x[at[(3 * r) % n]]);
        }
    }
}

/* Products with sparse matrices, whose rows are of any length. */
F(sparse_rows)
{
    int start[N + 1] = {0}, at[4 * N];
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + i % 5;
    for (int k = 0; k < start[n]; k++)
        at[k] = (k * 37 + 11) % n;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0.1;
            for (int k = start[i]; k < start[i + 1]; k++)
                sum += x[at[k]] * x[at[at[k]]];
            y[i] = NEAR_ONE(sum * y[i]);
        }
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double sum = 0.1;
            for (int k = start[i]; k < start[i + 1]; k++)
                sum += y[at[k]] * x[i];
            x[i] = NEAR_ONE(sum);
        }
    }
}

/* ---- ranges ---- */

/* Others in each step: some overlap in part, some grow. */
F(moving)
{
    for (int t = 0; t < 2 * STEPS; t++) {
        int first = (t * 17) % (n / 2), end = first + n / 4 + 3 * t;
#pragma omp parallel for
        for (int i = first; i < end; i++)
            y[i] = NEAR_ONE(x[(i * 7) % n] * x[i] * y[i]);
#pragma omp parallel for
        for (int i = first / 2; i < end / 2; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 3) % m] * y[2 * i]);
    }
}

F(rows)
{
    enum { ROW = 14 };
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int r = 1; r < n / ROW - 1; r++)
            for (int i = 1; i < ROW - 1; i++)
                y[r * ROW + i] = x[(r - 1) * ROW + i] * x[r * ROW + (i * 5) % ROW];
#pragma omp parallel for collapse(2)
        for (int r = 1; r < n / ROW - 1; r++)
            for (int i = 1; i < ROW - 1; i++)
                x[r * ROW + i] = NEAR_ONE(x[r * ROW + i] * y[r * ROW + i]);
    }
}

F(schedules)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(monotonic : dynamic, 5)
        for (int i = 0; i < n; i++)
            y[i] = x[(i * 7 + t) % n] * x[(i * 3) % n];
#pragma omp parallel for schedule(static, 4)
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 5) % m]);
#pragma omp parallel for schedule(monotonic : guided)
        for (int i = 0; i < n; i++)
            y[i] = x[(i * 11) % n] * x[i];
    }
}

/* Fills and copies. */
F(blocks)
{
    double old[N];
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            old[i] = x[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = 0;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] += old[(i * 7) % n] * old[i] * x[(i * 3) % n];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(old[i] * y[(i * 5) % m]);
    }
}

/* Conditional stores say nothing; another region of the loop has no part in it then. */
F(conditional)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            if ((i + t) % 3)
                y[i] = x[(i * 7) % n] * x[(i * 3) % n];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 5) % m]);
    }
}

/* ---- variables ---- */

F(variables)
{
    double scale = x[0], total = 0;
    for (int t = 0; t < STEPS; t++) {
        double sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += x[(i * 7) % n] * x[i] * scale;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] = x[(i * 3) % n] * x[(i * 5) % n] * scale / (1 + sum * sum / n);
        total += sum;
        scale = NEAR_ONE(scale + total / n);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(x[i] * y[(i * 5) % m] * scale);
    }
    y[0] += total;
}

/* Pointers change places. */
F(swapped)
{
    double *from = x, *to = y;
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            to[i] = NEAR_ONE(from[(i * 7) % n] * from[i] * from[(i * 3) % n]);
        double *other = from;
        from = to, to = other;
    }
}

/* Allocated, and freed before the end. */
F(allocated)
{
    for (int t = 0; t < STEPS; t++) {
        double *z = malloc(sizeof *z * (size_t)n);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            z[i] = x[(i * 7) % n] * y[(i * 3) % m];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            z[i] = z[i] * x[(i * 5) % n] * y[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] = NEAR_ONE(z[(i * 11) % n] * z[i]);
        free(z);
    }
}

/* Phases of one region, with barriers between them, or none. */
F(phases)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++)
                y[i] = x[(i * 7) % n] * x[(i * 3) % n];
#pragma omp for nowait
            for (int i = 0; i < n; i++)
                x[i] = NEAR_ONE(x[i] * y[(i * 5) % m]);
#pragma omp for
            for (int i = 0; i < n; i++)
                x[i] = NEAR_ONE(x[i] * y[(i * 11) % m]);
#pragma omp single
            x[0] = NEAR_ONE(x[1] * x[2]);
#pragma omp for
            for (int i = 0; i < n; i++)
                y[i] = y[i] * x[(i * 13) % n] * x[i];
        }
    }
}

/* Nobody can tell the arrays apart, and part of them is the same. */
F(overlapping)
{
    double z[2 * N], *a = z, *b = z + n / 2;
    for (int i = 0; i < n / 2 * 3; i++)
        z[i] = i < n ? x[i] : y[i - n];
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < n / 4; i++)
            b[i] = NEAR_ONE(a[(i * 7) % (n / 2)] * b[i] * a[n / 2 + i]);
#pragma omp parallel for
        for (int i = 0; i < n / 4; i++)
            a[i] = NEAR_ONE(b[(i * 3) % (n / 2)] * a[i]);
    }
    for (int i = 0; i < n; i++)
        x[i] = a[i];
    for (int i = 0; i < n / 2; i++)
        y[i] = b[i];
}

/* ---- functions ---- */

struct gas {
    double *x, *y;
};

static void forces(const struct gas *g, int n, int t)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        g->y[i] = g->x[(i * 7 + t) % n] * g->x[(i * 3) % n];
}

static void move(const struct gas *g, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        g->x[i] = NEAR_ONE(g->x[i] * g->y[(i * 5) % n]);
}

F(in_functions)
{
    struct gas g = {x, y};
    (void)m;
    for (int t = 0; t < STEPS; t++) {
        forces(&g, n, t);
        move(&g, n);
    }
}

__attribute__((noinline)) static void step(const struct gas *g, int n, int t)
{
    forces(g, n, t);
    move(g, n);
    forces(g, n, t + 1);
}

F(in_steps)
{
    struct gas g = {x, y};
    (void)m;
    for (int t = 0; t < STEPS; t++)
        step(&g, n, t);
    step(&g, n, 0);
}

/* Called in several places, so that it stays a function: with a variable that threads share. */
static void slope(const double *x, double *k, double *scale, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[(i * 7) % n] * x[i];
    *scale = NEAR_ONE(*scale + sum / (10 * n));
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        k[i] = NEAR_ONE(x[(i * 5) % n] * x[(i * 3) % n] * *scale) - x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        k[i] = 0.1 * k[i] * k[i] * x[(i * 13) % n] + k[i];
}

static void ahead(const double *x, const double *k, double h, double *z, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        z[i] = x[i] + h * k[i] * x[(i * 17) % n];
}

F(runge_kutta)
{
    double z[N], k[4][N], scale = 1;
    for (int t = 0; t < STEPS; t++) {
        slope(x, k[0], &scale, n);
        ahead(x, k[0], 0.05, z, n);
        slope(z, k[1], &scale, n);
        ahead(x, k[1], 0.05, z, n);
        slope(z, k[2], &scale, n);
        ahead(x, k[2], 0.1, z, n);
        slope(z, k[3], &scale, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            x[i] += 0.1 / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]) * y[(i * 7) % m];
    }
    y[0] = scale;
}

/* A function that has arrays of its own, and one that calls it. */
static void smooth(double *x, int n)
{
    double old[N];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        old[i] = x[i] * x[(i * 3) % n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = NEAR_ONE(old[(i * 7) % n] * old[i]);
}

static void smooth_both(double *x, double *y, int n)
{
    smooth(x, n);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = NEAR_ONE(y[i] * x[(i * 5) % n] * x[i]);
    smooth(y, n);
}

F(own_arrays)
{
    (void)m;
    for (int t = 0; t < STEPS; t++) {
        smooth_both(x, y, n);
        smooth(x, n);
        if (t % 2)
            smooth_both(y, x, n);
    }
}

#define PART_0(X) X(anywhere) X(corners) X(itself) X(behind) X(downwards) X(last) X(around)
#define PART_1(X) X(sparse_rows) X(moving) X(rows) X(schedules) X(blocks) X(conditional)
#define PART_2(X) X(variables) X(swapped) X(allocated) X(phases) X(overlapping)
#define PART_3(X) X(in_functions) X(in_steps) X(runge_kutta) X(own_arrays)
#define ALL(X)    PART_0(X) PART_1(X) PART_2(X) PART_3(X)

/* In several directions at once, which are those of one direction each. */
#define WIDE(name)                                                                                 \
    static void name##_wide(void)                                                                  \
    {                                                                                              \
        static double x[N], y[N], d[3][2][N], one[2][N];                                           \
        for (int k = 2; k >= 0; k--) {                                                             \
            for (int i = 0; i < N; i++) {                                                          \
                x[i] = y[i] = 1 + 0.1 * (i % 7);                                                   \
                for (int j = 0; j < 2; j++)                                                        \
                    d[2][j][i] = i % 3, d[1][j][i] = i % 5 - 1, d[0][j][i] = 1 - i % 2;            \
            }                                                                                      \
            memcpy(one, d[k], sizeof one);                                                         \
            __enzyme_autodiff_v((void *)name, enzyme_dup, x, one[0], enzyme_const, N, enzyme_dup,  \
                                y, one[1], enzyme_const, N);                                       \
        }                                                                                          \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = y[i] = 1 + 0.1 * (i % 7);                                                       \
        __enzyme_autodiff_v((void *)name, enzyme_width, 2, enzyme_dup, x, d[0][0], d[1][0],        \
                            enzyme_const, N, enzyme_dup, y, d[0][1], d[1][1], enzyme_const, N);    \
        CHECK_ARRAY(d[0][0], one[0], N);                                                           \
        CHECK_ARRAY(d[0][1], one[1], N);                                                           \
    }
WIDE(anywhere)
WIDE(corners)
WIDE(phases)

static inline void restored_fill(double *x, double *y)
{
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    for (int i = 0; i < N; i++)
        x[i] = 1 + 0.3 * x[i], y[i] = 1 + 0.3 * y[i];
}
#endif

/* Whole comparisons: reverse against forward against differences.
 *
 * The derivative calls themselves are in the test program (oracle_calls.h); here
 * their results are compared. Seeds and weights are fixed pseudo-random numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_internal.h"

/* Two derivative modes agree up to rounding in sums of this relative size. */
static const double MODES_AGREE = 1e-9;

/* A site whose text is the original one with a detail appended. */
struct detail_site {
    struct oracle_site site;
    char text[200];
};

static const struct oracle_site *detail(struct detail_site *d, const struct oracle_site *site,
                                        const char *format, int index)
{
    int length = snprintf(d->text, sizeof d->text, "%s, ", site->what);

    if (length > 0 && (size_t)length < sizeof d->text)
        snprintf(d->text + length, sizeof d->text - (size_t)length, format, index);
    d->site = (struct oracle_site){site->file, site->line, d->text};
    return &d->site;
}

static double *copy(const double *from, int n)
{
    double *to = oracle_allocate((size_t)n, sizeof *to);

    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
    return to;
}

static double largest(const double *a, int n)
{
    double size = 0;

    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(a[i]));
    return size;
}

/* got and want agree relative to the size of the whole vector they come from. */
static bool agree(const struct oracle_site *site, double got, double want, double size)
{
    char text[200];
    struct oracle_site numbers = {site->file, site->line, text};

    snprintf(text, sizeof text, "%s: reverse %.17g, forward %.17g", site->what, got, want);
    return oracle_that(&numbers, fabs(got - want) <= MODES_AGREE * (size + 1e-3));
}

static bool compare_scalars(const struct oracle_site *site, struct scalar_line *line, int n,
                            const double *reverse, const double *forward)
{
    bool all = true;
    double scale = largest(forward, n);

    for (int i = 0; i < n; i++) {
        struct detail_site d;
        double axis[3] = {0, 0, 0};

        axis[i] = 1;
        line->direction = axis;
        detail(&d, site, "argument %d", i);
        all &= agree(&d.site, reverse[i], forward[i], scale);
        all &= oracle_check_difference(&d.site, scalar_on_line, line, reverse[i], scale);
    }
    return all;
}

bool oracle_scalar(const struct oracle_site *site, oracle_scalar_fn *f, double x, double reverse,
                   double forward)
{
    struct scalar_line line = {.f1 = f, .at = &x};

    return compare_scalars(site, &line, 1, &reverse, &forward);
}

bool oracle_scalar2(const struct oracle_site *site, oracle_scalar2_fn *f, const double *at,
                    const double *reverse, const double *forward)
{
    struct scalar_line line = {.f2 = f, .at = at};

    return compare_scalars(site, &line, 2, reverse, forward);
}

bool oracle_scalar3(const struct oracle_site *site, oracle_scalar3_fn *f, const double *at,
                    const double *reverse, const double *forward)
{
    struct scalar_line line = {.f3 = f, .at = at};

    return compare_scalars(site, &line, 3, reverse, forward);
}

bool oracle_float(const struct oracle_site *site, oracle_float_fn *f, float x, float reverse,
                  float forward)
{
    struct detail_site d;
    bool same =
        oracle_close(detail(&d, site, "reverse against forward", 0), reverse, forward, 1e-5);

    detail(&d, site, "reverse against difference", 0);
    return same & oracle_close(&d.site, reverse, float_difference(f, x), 5e-3);
}

bool oracle_long(const struct oracle_site *site, oracle_long_fn *f, long double x,
                 long double reverse, long double forward)
{
    struct detail_site d;
    bool same =
        oracle_close(detail(&d, site, "reverse against forward", 0), reverse, forward, 1e-15);

    detail(&d, site, "reverse against difference", 0);
    return same & oracle_close(&d.site, reverse, long_difference(f, x), 1e-8);
}

struct oracle_gradient *oracle_gradient_begin(const double *x, int n)
{
    struct oracle_gradient *g = oracle_allocate(1, sizeof *g);

    g->n = n;
    g->x = copy(x, n);
    g->reverse = oracle_allocate((size_t)n, sizeof(double));
    g->forward = oracle_allocate((size_t)n, sizeof(double));
    g->seed = oracle_allocate((size_t)n, sizeof(double));
    return g;
}

bool oracle_gradient_end(const struct oracle_site *site, oracle_objective *f,
                         struct oracle_gradient *g, const double *want, double rel)
{
    bool all = true;
    double scale = largest(g->forward, g->n);
    double *at = oracle_allocate((size_t)g->n, sizeof *at);
    double *axis = oracle_allocate((size_t)g->n, sizeof *axis);
    struct objective_line line = {f, g->x, axis, at, g->n};

    for (int i = 0; i < g->n; i++) {
        struct detail_site d;

        detail(&d, site, "component %d", i);
        axis[i] = 1;
        all &= agree(&d.site, g->reverse[i], g->forward[i], scale);
        all &= oracle_check_difference(&d.site, objective_on_line, &line, g->reverse[i], scale);
        axis[i] = 0;
        if (want)
            all &= oracle_close(detail(&d, site, "closed form of component %d", i), g->reverse[i],
                                want[i], rel);
    }
    free(at);
    free(axis);
    free(g->x);
    free(g->reverse);
    free(g->forward);
    free(g->seed);
    free(g);
    return all;
}

static void run_allocate(struct oracle_run *run, const double *x, int n, const double *y, int m)
{
    run->x = copy(x, n);
    run->y = copy(y, m);
    run->dx = oracle_allocate((size_t)n, sizeof(double));
    run->dy = oracle_allocate((size_t)m, sizeof(double));
}

static void run_free(struct oracle_run *run)
{
    free(run->x);
    free(run->y);
    free(run->dx);
    free(run->dy);
}

static void trial_free(struct oracle_trial *t)
{
    run_free(&t->start);
    run_free(&t->forward);
    run_free(&t->reverse);
    free(t->direction);
    free(t->weight);
    free(t);
}

struct oracle_trial *oracle_trial_begin(const double *x, int n, const double *y, int m, int round)
{
    struct oracle_trial *t = oracle_allocate(1, sizeof *t);
    unsigned seed = 10u * (unsigned)round;

    t->n = n;
    t->m = m;
    run_allocate(&t->start, x, n, y, m);
    run_allocate(&t->forward, x, n, y, m);
    run_allocate(&t->reverse, x, n, y, m);
    t->direction = oracle_allocate((size_t)(n + m), sizeof(double));
    t->weight = oracle_allocate((size_t)(n + m), sizeof(double));
    oracle_random(t->direction, n + m, seed + 1);
    oracle_random(t->weight, n + m, seed + 2);
    for (int i = 0; i < n; i++) {
        t->forward.dx[i] = t->direction[i];
        t->reverse.dx[i] = t->weight[i];
    }
    for (int i = 0; i < m; i++) {
        t->forward.dy[i] = t->direction[n + i];
        t->reverse.dy[i] = t->weight[n + i];
    }
    return t;
}

/* Both calls must leave in x and y what the primal leaves there. */
static bool check_primal(const struct oracle_site *site, struct map_fn f, struct oracle_trial *t)
{
    struct detail_site d;
    bool all = true;

    map_run(f, t->start.x, t->n, t->start.y, t->m);
    detail(&d, site, "primal x of the forward call", 0);
    all &= oracle_close_array(&d.site, t->forward.x, t->start.x, t->n, 1e-12);
    detail(&d, site, "primal y of the forward call", 0);
    all &= oracle_close_array(&d.site, t->forward.y, t->start.y, t->m, 1e-12);
    detail(&d, site, "primal x of the reverse call", 0);
    all &= oracle_close_array(&d.site, t->reverse.x, t->start.x, t->n, 1e-12);
    detail(&d, site, "primal y of the reverse call", 0);
    return all & oracle_close_array(&d.site, t->reverse.y, t->start.y, t->m, 1e-12);
}

static bool trial_end(const struct oracle_site *site, struct map_fn f, struct oracle_trial *t)
{
    int n = t->n, total = n + t->m;
    double *at = oracle_allocate((size_t)total, sizeof *at);
    double *start = oracle_allocate((size_t)total, sizeof *start);
    struct map_line line = {f, n, t->m, start, t->direction, t->weight, at};
    double by_forward =
        oracle_dot(t->weight, t->forward.dx, n) + oracle_dot(t->weight + n, t->forward.dy, t->m);
    double by_reverse = oracle_dot(t->reverse.dx, t->direction, n) +
                        oracle_dot(t->reverse.dy, t->direction + n, t->m);
    double scale = largest(t->forward.dx, n) + largest(t->forward.dy, t->m) +
                   largest(t->reverse.dx, n) + largest(t->reverse.dy, t->m);
    struct detail_site d;
    bool all;

    memcpy(start, t->start.x, (size_t)n * sizeof *start);
    if (t->m > 0)
        memcpy(start + n, t->start.y, (size_t)t->m * sizeof *start);
    all = agree(detail(&d, site, "identity <w, J v>", 0), by_reverse, by_forward, scale);
    detail(&d, site, "forward", 0);
    all &= oracle_check_difference(&d.site, map_on_line, &line, by_forward, scale);
    all &= check_primal(site, f, t);
    free(at);
    free(start);
    trial_free(t);
    return all;
}

bool oracle_map_end(const struct oracle_site *site, oracle_map *f, struct oracle_trial *trial)
{
    return trial_end(site, (struct map_fn){.map = f}, trial);
}

bool oracle_inplace_end(const struct oracle_site *site, oracle_inplace *f,
                        struct oracle_trial *trial)
{
    return trial_end(site, (struct map_fn){.inplace = f}, trial);
}

/* t -> <weight, F(x + t direction)> for a problem given by callbacks. */
struct problem_line {
    const struct oracle_problem *problem;
    const double *x, *direction, *weight;
    double *at, *y;
};

static double problem_on_line(void *context, double t)
{
    struct problem_line *line = context;
    const struct oracle_problem *p = line->problem;

    for (int i = 0; i < p->n; i++)
        line->at[i] = line->x[i] + t * line->direction[i];
    memset(line->y, 0, (size_t)p->m * sizeof *line->y);
    p->primal(line->at, line->y);
    return oracle_dot(line->weight, line->y, p->m);
}

bool oracle_problem(const struct oracle_site *site, const struct oracle_problem *p, const double *x)
{
    bool all = true;

    for (int round = 0; round < ORACLE_TRIALS; round++) {
        struct oracle_trial *t = oracle_trial_begin(x, p->n, NULL, 0, round);
        double *y = oracle_allocate((size_t)p->m, sizeof *y);
        double *dy = oracle_allocate((size_t)p->m, sizeof *dy);
        double *weight = oracle_allocate((size_t)p->m, sizeof *weight);
        struct problem_line line = {p, x, t->direction, weight, t->start.x, y};
        double by_forward, by_reverse, scale;
        struct detail_site d;

        oracle_random(weight, p->m, 10u * (unsigned)round + 3);
        p->forward(t->forward.x, t->forward.dx, y, dy);
        by_forward = oracle_dot(weight, dy, p->m);
        memcpy(dy, weight, (size_t)p->m * sizeof *dy);
        memset(t->reverse.dx, 0, (size_t)p->n * sizeof(double));
        p->reverse(t->reverse.x, t->reverse.dx, y, dy);
        by_reverse = oracle_dot(t->reverse.dx, t->direction, p->n);
        scale = fabs(by_forward) + largest(t->reverse.dx, p->n);
        all &= agree(detail(&d, site, "identity <w, J v>", 0), by_reverse, by_forward, scale);
        detail(&d, site, "forward", 0);
        all &= oracle_check_difference(&d.site, problem_on_line, &line, by_forward, scale);
        free(y);
        free(dy);
        free(weight);
        trial_free(t);
    }
    return all;
}

/*
 * What gradients of parallel loops cost, over the primal: with one thread, with two, and of the
 * same function without OpenMP.
 *
 *     openmp [--check] [name ...]
 *
 * The kernels are in openmp/kernels.c. --check compares the gradients of teams of several sizes
 * with those without OpenMP, at a small size.
 */
#include "openmp/kernels.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { LARGE = 4 << 20, SMALL = 5000, RUNS = 9, ENTRIES = 16 };

struct data {
    struct shape shape;
    double *x, *y, *dx, *dy;
};
typedef void run(const struct data *d);
struct kernel {
    const char *name;
    run *primal[2], *gradient[2]; /* without OpenMP, and with */
};

#define FUNCTIONS(name)                                                                            \
    static void alone_primal_##name(const struct data *d)                                          \
    {                                                                                              \
        alone_##name(d->x, d->y, &d->shape);                                                       \
    }                                                                                              \
    static void alone_gradient_##name(const struct data *d)                                        \
    {                                                                                              \
        __enzyme_autodiff((void *)alone_##name, enzyme_dup, d->x, d->dx, enzyme_dup, d->y, d->dy,  \
                          enzyme_const, &d->shape);                                                \
    }                                                                                              \
    static void team_primal_##name(const struct data *d)                                           \
    {                                                                                              \
        team_##name(d->x, d->y, &d->shape);                                                        \
    }                                                                                              \
    static void team_gradient_##name(const struct data *d)                                         \
    {                                                                                              \
        __enzyme_autodiff((void *)team_##name, enzyme_dup, d->x, d->dx, enzyme_dup, d->y, d->dy,   \
                          enzyme_const, &d->shape);                                                \
    }
KERNELS(FUNCTIONS)

static const struct kernel kernels[] = {
#define KERNEL(name)                                                                               \
    {#name,                                                                                        \
     {alone_primal_##name, team_primal_##name},                                                    \
     {alone_gradient_##name, team_gradient_##name}},
    KERNELS(KERNEL)
#undef KERNEL
};

static double number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (1 << 24);
}

static void *array(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "openmp: out of memory\n");
        exit(1);
    }
    return p;
}

static void make_matrix(struct data *d)
{
    int side = d->shape.side, entries = side - 1 < ENTRIES ? side - 1 : ENTRIES;
    int *row = array((size_t)side + 1, sizeof *row),
        *column = array((size_t)side * (size_t)entries, sizeof *column);
    unsigned state = 7;
    for (int i = 0; i < side; i++) {
        row[i + 1] = row[i] + entries;
        for (int k = row[i]; k < row[i + 1]; k++)
            column[k] = (int)(number(&state) * side) % side;
    }
    d->shape.row = row, d->shape.column = column;
}

/* Numbers 0 to n - 1, each not far from its place: what is close in the mesh is close in memory,
 * but in no order. */
static int *shuffled(int n)
{
    int *to = array((size_t)n, sizeof *to);
    unsigned state = 11;
    for (int i = 0; i < n; i++)
        to[i] = i;
    for (int i = 0; i < n; i++) {
        int other = i + (int)(number(&state) * 64), kept = to[i];
        if (other >= n)
            continue;
        to[i] = to[other], to[other] = kept;
    }
    return to;
}

/* Two triangles in each square of a grid. */
static void make_mesh(struct data *d)
{
    int m = d->shape.side / 2, nodes = m * m, cells = 2 * (m - 1) * (m - 1);
    int *name = shuffled(nodes), *order = shuffled(cells),
        *corner = array(3 * (size_t)cells, sizeof *corner);
    for (int c = 0; c < cells; c++) {
        int square = c / 2, low = square / (m - 1) * m + square % (m - 1),
            *to = corner + 3 * order[c];
        to[0] = name[low + (c % 2 ? m + 1 : 0)], to[1] = name[low + 1], to[2] = name[low + m];
    }
    free(name), free(order);
    d->shape.nodes = nodes, d->shape.cells = cells, d->shape.corner = corner;
}

static void make_particles(struct data *d)
{
    int particles = d->shape.n / 8;
    int *near = array((size_t)particles * NEAR, sizeof *near);
    unsigned state = 13;
    for (int i = 0; i < particles * NEAR; i++) {
        int other = i / NEAR - 64 + (int)(number(&state) * 129);
        near[i] = (other + particles) % particles;
    }
    d->shape.particles = particles, d->shape.near = near;
}

static struct data make_data(int n)
{
    struct data d = {.shape = {.n = n, .side = (int)sqrt((double)n)}};
    size_t count = (size_t)n;
    d.x = array(count, sizeof(double)), d.y = array(count, sizeof(double));
    d.dx = array(count, sizeof(double)), d.dy = array(count, sizeof(double));
    unsigned state = 1;
    for (int i = 0; i < n; i++)
        d.x[i] = number(&state) + 0.5;
    make_matrix(&d);
    make_mesh(&d);
    make_particles(&d);
    return d;
}

static void seed(struct data *d)
{
    for (int i = 0; i < d->shape.n; i++)
        d->dx[i] = 0.0, d->dy[i] = 1.0 + (double)(i % 7);
}

/* ---- times ---- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(run *f, struct data *d)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        seed(d);
        double start = seconds();
        f(d);
        times[i] = seconds() - start;
    }
    qsort(times, RUNS, sizeof *times, by_size);
    return times[RUNS / 2];
}

static void print_times(const struct kernel *k, struct data *d)
{
    double primal[3], gradient[3];
    for (int t = 0; t < 3; t++) {
        omp_set_num_threads(t ? t : 1);
        primal[t] = median(k->primal[t > 0], d);
        gradient[t] = median(k->gradient[t > 0], d);
    }
    printf("%-16s %8.2f %8.2f %8.2f %12.2f %12.2f\n", k->name, gradient[0] / primal[0],
           gradient[1] / primal[1], gradient[2] / primal[2], primal[2] / primal[1],
           gradient[2] / gradient[1]);
    fflush(stdout);
}

/* ---- are they right? ---- */

static bool check(const struct kernel *k, struct data *d)
{
    static const int teams[] = {1, 2, 3, 4, 8};
    size_t n = (size_t)d->shape.n;
    double *expected = array(n, sizeof(double)), worst = 0.0;
    seed(d);
    k->gradient[0](d);
    memcpy(expected, d->dx, n * sizeof(double));
    for (size_t t = 0; t < sizeof teams / sizeof *teams; t++) {
        omp_set_num_threads(teams[t]);
        for (int again = 0; again < 20; again++) {
            seed(d);
            k->gradient[1](d);
            for (size_t i = 0; i < n; i++)
                worst = fmax(worst, fabs(d->dx[i] - expected[i]) / (1.0 + fabs(expected[i])));
        }
    }
    free(expected);
    bool right = worst < 1e-12;
    printf("%-16s %s (%.1e)\n", k->name, right ? "ok" : "WRONG", worst);
    return right;
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    bool any = false;
    for (int i = 1; i < argc; i++) {
        any |= argv[i][0] != '-';
        if (!strncmp(name, argv[i], strlen(argv[i])))
            return true;
    }
    return !any;
}

int main(int argc, char **argv)
{
    bool checks = argc > 1 && !strcmp(argv[1], "--check"), right = true;
    struct data d = make_data(checks ? SMALL : LARGE);
    omp_set_dynamic(0);
    if (!checks)
        printf("%-16s %26s %25s\n%-16s %8s %8s %8s %12s %12s\n", "", "gradient / primal",
               "time of two threads / one", "", "serial", "1", "2", "primal", "gradient");
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (!is_wanted(kernels[i].name, argc, argv))
            continue;
        if (checks)
            right &= check(&kernels[i], &d);
        else
            print_times(&kernels[i], &d);
    }
    return !right;
}

/*
 * Gradients of functions over structs that have arrays of numbers beside integers: what a
 * simulation in C keeps of its particles, meshes and buffers.
 *
 *     structs [--check]
 *
 * Each row: the primal's time, and the gradient's in terms of it, medians of several runs. Lengths
 * of loops are only known when the program runs. --check compares with central differences and
 * measures nothing.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

enum { COUNT = 400, RUNS = 25 };

/* Particles: an identity, flags, a number of dimensions. */
struct particle {
    int id;
    double x[3], v[3], mass;
    int dimensions;
    unsigned flags;
};
struct particles {
    struct particle p[COUNT];
    double energy;
};

static double move(struct particles *s, int steps)
{
    double e = 0;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < COUNT; i++) {
            struct particle *p = &s->p[i];
            if (p->flags & 1)
                continue;
            for (int k = 0; k < p->dimensions; k++) {
                p->v[k] -= 0.01 * p->x[k] * p->x[k] / p->mass;
                p->x[k] += 0.01 * p->v[k];
                e += p->mass * p->v[k] * p->v[k];
            }
        }
    return e;
}

/* A polynomial for each cell: coefficients and how many there are. */
struct series {
    double c[8];
    int n;
};
static double evaluate(const struct series *s, double x)
{
    double r = 0;
    for (int k = s->n - 1; k >= 0; k--)
        r = r * x + s->c[k];
    return r;
}
static double piecewise(struct series *s, int m)
{
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < m; k++) {
            double v = evaluate(&s[i], 0.25 * k);
            sum += v * v;
        }
    return sum;
}

/* A buffer with a head, of the last values of a signal. */
struct ring {
    int head, length;
    double buffer[32], sum;
};
static void push(struct ring *r, double v)
{
    r->buffer[(r->head + r->length) % 32] = v;
    if (r->length < 32)
        r->length++;
    else
        r->head = (r->head + 1) % 32;
    r->sum += v;
}
static double latest(const struct ring *r)
{
    double s = 0;
    for (int i = 0; i < r->length; i++)
        s += r->buffer[(r->head + i) % 32];
    return s / r->length;
}
static double filtered(double *x, int n)
{
    struct ring r = {0};
    double e = 0;
    for (int i = 0; i < n; i++) {
        push(&r, x[i] * x[i]);
        e += latest(&r) * r.sum * 1e-3;
    }
    return e;
}

/* A grid that knows its size, and the step that it is at. */
struct grid {
    int nx, ny;
    double u[64][64], next[64][64];
    int step;
};
static double diffuse(struct grid *g, int steps)
{
    double s = 0;
    for (g->step = 0; g->step < steps; g->step++) {
        for (int i = 1; i < g->nx - 1; i++)
            for (int j = 1; j < g->ny - 1; j++)
                g->next[i][j] =
                    g->u[i][j] + 0.1 * (g->u[i - 1][j] + g->u[i + 1][j] + g->u[i][j - 1] +
                                        g->u[i][j + 1] - 4 * g->u[i][j]);
        for (int i = 1; i < g->nx - 1; i++)
            for (int j = 1; j < g->ny - 1; j++)
                g->u[i][j] = g->next[i][j] * g->next[i][j] + 0.1;
    }
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j < g->ny; j++)
            s += g->u[i][j];
    return s;
}

/* ---- rows ------------------------------------------------------------------------------------ */

typedef void prepare(void *, double *, int);
static void prepare_particles(void *memory, double *x, int size)
{
    struct particles *s = memory;
    for (int i = 0; i < COUNT; i++) {
        struct particle *p = &s->p[i];
        *p = (struct particle){.id = i, .mass = 1.5, .dimensions = size, .flags = i % 7 == 0};
        for (int k = 0; k < 3; k++)
            p->x[k] = x[(3 * i + k) % COUNT];
    }
}
static void prepare_series(void *memory, double *x, int size)
{
    struct series *s = memory;
    for (int i = 0; i < COUNT; i++) {
        s[i].n = size;
        for (int k = 0; k < 8; k++)
            s[i].c[k] = x[(i + k) % COUNT];
    }
}
static void prepare_signal(void *memory, double *x, int size)
{
    memcpy(memory, x, (size_t)size * sizeof *x);
}
static void prepare_grid(void *memory, double *x, int size)
{
    struct grid *g = memory;
    g->nx = g->ny = size;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            g->u[i][j] = g->next[i][j] = x[(i * 64 + j) % COUNT] / 2;
}

static double particles_primal(void *m)
{
    return move(m, 10);
}
static double series_primal(void *m)
{
    return piecewise(m, 5);
}
static double signal_primal(void *m)
{
    return filtered(m, COUNT);
}
static double grid_primal(void *m)
{
    return diffuse(m, 10);
}
static void particles_gradient(void *m, void *d)
{
    __enzyme_autodiff((void *)move, enzyme_dup, m, d, enzyme_const, 10);
}
static void series_gradient(void *m, void *d)
{
    __enzyme_autodiff((void *)piecewise, enzyme_dup, m, d, enzyme_const, 5);
}
static void signal_gradient(void *m, void *d)
{
    __enzyme_autodiff((void *)filtered, enzyme_dup, m, d, enzyme_const, COUNT);
}
static void grid_gradient(void *m, void *d)
{
    __enzyme_autodiff((void *)diffuse, enzyme_dup, m, d, enzyme_const, 10);
}

struct row {
    const char *name;
    size_t bytes, checked; /* `checked`: where the number is that differences are taken by */
    int size;
    prepare *prepare;
    double (*primal)(void *);
    void (*gradient)(void *, void *);
};
static const struct row rows[] = {
    {"particles", sizeof(struct particles),
     offsetof(struct particles, p) + sizeof(struct particle) + offsetof(struct particle, x[1]), 3,
     prepare_particles, particles_primal, particles_gradient},
    {"polynomials", COUNT * sizeof(struct series), offsetof(struct series, c[2]), 6, prepare_series,
     series_primal, series_gradient},
    {"ring buffer", COUNT * sizeof(double), 5 * sizeof(double), COUNT, prepare_signal,
     signal_primal, signal_gradient},
    {"grid", sizeof(struct grid), offsetof(struct grid, u[3][4]), 64, prepare_grid, grid_primal,
     grid_gradient},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static volatile double sink;

static void measure(const struct row *r, void *memory, void *shadow, double *x)
{
    double primal[RUNS], gradient[RUNS];
    for (int i = 0; i < RUNS; i++) {
        r->prepare(memory, x, r->size);
        double start = seconds();
        sink = r->primal(memory);
        primal[i] = seconds() - start;
        r->prepare(memory, x, r->size);
        memset(shadow, 0, r->bytes);
        start = seconds();
        r->gradient(memory, shadow);
        gradient[i] = seconds() - start;
    }
    qsort(primal, RUNS, sizeof *primal, compare);
    qsort(gradient, RUNS, sizeof *gradient, compare);
    printf("%-12s %8.1f us  %6.2f\n", r->name, primal[RUNS / 2] * 1e6,
           gradient[RUNS / 2] / primal[RUNS / 2]);
}

static double changed(const struct row *r, void *memory, double *x, double by)
{
    r->prepare(memory, x, r->size);
    *(double *)((char *)memory + r->checked) += by;
    return r->primal(memory);
}

static int check(const struct row *r, void *memory, void *shadow, double *x)
{
    double h = 1e-5, difference = (changed(r, memory, x, h) - changed(r, memory, x, -h)) / (2 * h);
    r->prepare(memory, x, r->size);
    memset(shadow, 0, r->bytes);
    r->gradient(memory, shadow);
    double adjoint = *(double *)((char *)shadow + r->checked);
    int wrong = !(fabs(adjoint - difference) <= 1e-6 * (1 + fabs(difference)));
    printf("%-12s %s: %.10g, by differences %.10g\n", r->name, wrong ? "WRONG" : "right", adjoint,
           difference);
    return wrong;
}

int main(int argc, char **argv)
{
    int checks = argc > 1 && !strcmp(argv[1], "--check"), wrong = 0;
    double x[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = 0.5 + 0.3 * sin(i);
    if (!checks)
        printf("%-12s %11s  gradient/primal\n", "", "primal");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *memory = calloc(1, rows[i].bytes), *shadow = calloc(1, rows[i].bytes);
        if (checks)
            wrong |= check(&rows[i], memory, shadow, x);
        else
            measure(&rows[i], memory, shadow, x);
        free(memory);
        free(shadow);
    }
    return wrong;
}

/* Memory that is passed with a shadow and reached through pointers behind globals, too, which the
 * program has set before the call: both lead to one shadow. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { N = 5 };

/* ---- a pointer into the middle, which is only read ---- */

static double *velocity;

static double energy(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * velocity[i] * velocity[i];
    return sum;
}

/* ---- two pointers, one to the beginning, and stores ---- */

static double *place, *speed;

static void place_them(double *state, int n)
{
    place = state;
    speed = state + n;
}

static double moved(double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        speed[i] += 0.1 * place[i] * place[i];
    for (int i = 0; i < n; i++)
        sum += x[i] * speed[i] * x[n + n - 1 - i];
    return sum;
}

/* ---- behind a struct on the heap ---- */

static struct world {
    int count;
    double *mass, *at;
} *world;

static double weighted(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < world->count; i++)
        sum += world->mass[i] * sin(world->at[i]) * x[n];
    return sum;
}

/* ---- rows ---- */

static double *rows[2];

static double of_rows(const double *x, int n)
{
    double sum = x[0];
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < n; i++)
            sum += rows[r][i] * rows[1 - r][n - 1 - i] * x[i];
    return sum;
}

/* ---- in a function without arguments, of a block that another function allocates ---- */

static struct {
    double *position, *momentum;
} phase;

__attribute__((noinline)) static double kinetic(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += phase.momentum[i] * phase.momentum[i] / 2;
    return sum;
}

static double total(const double *x, int n)
{
    return kinetic() * x[0] + cos(x[n]);
}

__attribute__((noinline)) static double *new_numbers(int n)
{
    double *p = calloc((size_t)n, sizeof *p);
    if (!p)
        abort();
    return p;
}

/* ---- a variable, of which the call passes the second half ---- */

static double both[2 * N], d_both[2 * N], *first_half;

static double of_halves(double *second, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += exp(first_half[i]) * second[n - 1 - i];
    return sum;
}

/* ---- checks ---- */

struct direction {
    double (*f)(double *, int);
    double *x, *all; /* all: what varies, of which the call passes x */
    double v[2 * N];
};

static double along(void *context, double t)
{
    const struct direction *d = context;
    double kept[2 * N], value;
    memcpy(kept, d->all, sizeof kept);
    for (int i = 0; i < 2 * N; i++)
        d->all[i] += t * d->v[i];
    value = d->f(d->x, N);
    memcpy(d->all, kept, sizeof kept);
    return value;
}

/* passed: what the call passes, of the block `state`; shadow: the same of `shadows`. */
#define CHECK_FUNCTION(function, state, passed, shadows, shadow)                                   \
    do {                                                                                           \
        struct direction d = {(double (*)(double *, int))(function), (passed), (state), {0}};      \
        double kept[2 * N], gradient[2 * N];                                                       \
        oracle_random((state), 2 * N, 3);                                                          \
        oracle_random(d.v, 2 * N, 4);                                                              \
        memcpy(kept, (state), sizeof kept);                                                        \
        memset((shadows), 0, sizeof gradient);                                                     \
        __enzyme_autodiff((void *)(function), enzyme_dup, (passed), (shadow), enzyme_const, N);    \
        memcpy(gradient, (shadows), sizeof gradient);                                              \
        memcpy((state), kept, sizeof kept);                                                        \
        memcpy((shadows), d.v, sizeof gradient);                                                   \
        double tangent =                                                                           \
            __enzyme_fwddiff((void *)(function), enzyme_dup, (passed), (shadow), enzyme_const, N); \
        memcpy((state), kept, sizeof kept);                                                        \
        CHECK(tangent, oracle_dot(gradient, d.v, 2 * N));                                          \
        oracle_check_difference(ORACLE_SITE(#function), along, &d, tangent, 10);                   \
        memcpy((state), kept, sizeof kept);                                                        \
    } while (0)

int main(void)
{
    double *state = malloc(2 * N * sizeof *state), *shadow = calloc(2 * N, sizeof *shadow);
    velocity = state + N;
    CHECK_FUNCTION(energy, state, state, shadow, shadow);
    place_them(state, N);
    CHECK_FUNCTION(moved, state, state, shadow, shadow);
    world = malloc(sizeof *world);
    *world = (struct world){N, state, state + N};
    CHECK_FUNCTION(weighted, state, state, shadow, shadow);
    for (int r = 0; r < 2; r++)
        rows[r] = state + r * N;
    CHECK_FUNCTION(of_rows, state, state, shadow, shadow);

    double *numbers = new_numbers(2 * N), *d_numbers = new_numbers(2 * N);
    phase.position = numbers, phase.momentum = phase.position + N;
    CHECK_FUNCTION(total, numbers, numbers, d_numbers, d_numbers);

    first_half = both;
    CHECK_FUNCTION(of_halves, both, both + N, d_both, d_both + N);
    free(world), free(state), free(shadow), free(numbers), free(d_numbers);
    return oracle_result();
}

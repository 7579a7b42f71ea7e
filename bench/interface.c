/*
 * What each entry point costs, over its primal.
 *
 *     interface [--check] [name of a function ...]
 *
 * First four functions of many numbers: the energy of particles, the area of a mesh, a network of
 * layers and a chain, with one, two, four and eight directions in both modes, and a Hessian times a
 * vector. Then the other entry points, each with the function that it is for. --check compares
 * values and measures nothing.
 *
 * Primal and derivative take turns, so that both have the same machine; times are medians of
 * processor time.
 */
#include "harness.h"
#include "interface.h"

#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>
#include <enzcc/sparse.h>
#include <enzcc/trace.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_nofree, enzyme_width, enzyme_buffer, enzyme_scalar, enzyme_likelihood,
    enzyme_trace;
extern int enzyme_duplikelihood, enzyme_duptrace, enzyme_observations;
extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern double __enzyme_error_estimate(void *, ...);
extern double __enzyme_sample(void *, void *, const char *, ...);
extern double __enzyme_observe(double, void *, const char *, ...);
extern void __enzyme_trace(void *, ...);
extern void __enzyme_condition(void *, ...);
extern void __enzyme_likelihood(void *, ...);
extern void *__enzyme_virtualforward(void *);
extern double *__enzyme_todense(void *, void *, ...);
extern void __enzyme_fwddiff_none(void *, ...);
typedef double function(const double *, int);
extern function *__enzyme_truncate_op_func(void *, int, int);
extern function *__enzyme_truncate_op_func_format(void *, int, int, int);

struct two {
    double at[2];
};
struct four {
    double at[4];
};
struct eight {
    double at[8];
};
extern struct two __enzyme_fwddiff_two(void *, ...);
extern struct four __enzyme_fwddiff_four(void *, ...);
extern struct eight __enzyme_fwddiff_eight(void *, ...);
extern struct eight __enzyme_batch_eight(void *, ...);

enum { WIDTH = 8, ROUNDS = 25, MOST = 16424 }; /* so that lanes lie in different cache sets */
static double x[MOST], v[WIDTH][MOST], g[WIDTH][MOST], hv[MOST];
static double sums[WIDTH];
static volatile double sink;

/* ---- functions ---- */

/* Repulsion and attraction of all pairs. */
static double particles(const double *p, int n)
{
    double e = 0;
    for (int i = 0; i + 2 < n; i += 3)
        for (int j = 0; j < i; j += 3) {
            double a = p[i] - p[j], b = p[i + 1] - p[j + 1], c = p[i + 2] - p[j + 2];
            double r = 1 / (0.1 + a * a + b * b + c * c), s = r * r * r;
            e += s * s - s;
        }
    return e;
}

/* Of a square mesh. */
enum { SIDE = 128 };
static double area(const double *z, int n)
{
    double sum = 0;
    (void)n;
    for (int i = 0; i + 1 < SIDE; i++)
        for (int j = 0; j + 1 < SIDE; j++) {
            double a = z[(i + 1) * SIDE + j] - z[i * SIDE + j];
            double b = z[i * SIDE + j + 1] - z[i * SIDE + j];
            sum += sqrt(1 + a * a + b * b);
        }
    return sum;
}

enum { UNITS = 64, LAYERS = 3 };
static double weights[LAYERS][UNITS][UNITS];
static double network(const double *in, int n)
{
    double a[UNITS], b[UNITS], sum = 0;
    (void)n;
    for (int i = 0; i < UNITS; i++)
        a[i] = in[i];
    for (int l = 0; l < LAYERS; l++) {
        for (int i = 0; i < UNITS; i++) {
            double s = 0;
            for (int j = 0; j < UNITS; j++)
                s += weights[l][i][j] * a[j];
            b[i] = tanh(s);
        }
        for (int i = 0; i < UNITS; i++)
            a[i] = b[i];
    }
    for (int i = 0; i < UNITS; i++)
        sum += a[i] * a[i];
    return sum;
}

/* Rosenbrock's. */
static double chain(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = 1 - p[i], b = p[i + 1] - p[i] * p[i];
        sum += a * a + 100 * b * b;
    }
    return sum;
}

#define FUNCTIONS(F) F(particles, 300) F(area, SIDE *SIDE) F(network, UNITS) F(chain, 10000)

/* ---- directions ---- */

#define SHADOWS1(s) s[0]
#define SHADOWS2(s) s[0], s[1]
#define SHADOWS4(s) SHADOWS2(s), s[2], s[3]
#define SHADOWS8(s) SHADOWS4(s), s[4], s[5], s[6], s[7]

#define WIDTHS(name, n, w, suffix)                                                                 \
    static void name##_forward##w(void)                                                            \
    {                                                                                              \
        struct suffix r = __enzyme_fwddiff_##suffix((void *)name, enzyme_width, w, enzyme_dup, x,  \
                                                    SHADOWS##w(v), enzyme_const, n);               \
        memcpy(sums, &r, sizeof r);                                                                \
    }                                                                                              \
    static void name##_reverse##w(void)                                                            \
    {                                                                                              \
        memset(g, 0, w * sizeof g[0]);                                                             \
        __enzyme_autodiff((void *)name, enzyme_width, w, enzyme_dup, x, SHADOWS##w(g),             \
                          enzyme_const, n);                                                        \
    }
#define DERIVATIVES(name, n)                                                                       \
    static void name##_primal(void)                                                                \
    {                                                                                              \
        sink = name(x, n);                                                                         \
    }                                                                                              \
    static void name##_forward1(void)                                                              \
    {                                                                                              \
        sums[0] = __enzyme_fwddiff((void *)name, enzyme_dup, x, v[0], enzyme_const, n);            \
    }                                                                                              \
    static void name##_reverse1(void)                                                              \
    {                                                                                              \
        memset(g, 0, sizeof *g);                                                                   \
        __enzyme_autodiff((void *)name, enzyme_dup, x, g[0], enzyme_const, n);                     \
    }                                                                                              \
    ENZ_HVP(name##_product, name, double, ENZ_CONST(int));                                         \
    static void name##_hvp(void)                                                                   \
    {                                                                                              \
        sink = name##_product(x, n, v[0], g[0], hv, n);                                            \
    }                                                                                              \
    WIDTHS(name, n, 2, two) WIDTHS(name, n, 4, four) WIDTHS(name, n, 8, eight)
FUNCTIONS(DERIVATIVES)

static const struct wide {
    const char *name;
    int n;
    run *primal, *forward[4], *reverse[4], *hvp;
} wide[] = {
#define WIDE(name, n)                                                                              \
    {#name,                                                                                        \
     n,                                                                                            \
     name##_primal,                                                                                \
     {name##_forward1, name##_forward2, name##_forward4, name##_forward8},                         \
     {name##_reverse1, name##_reverse2, name##_reverse4, name##_reverse8},                         \
     name##_hvp},
    FUNCTIONS(WIDE)};
enum { FUNCTION_COUNT = sizeof wide / sizeof *wide };

/* ---- the other entry points ---- */

static void *tape;
static void split_begin(void)
{
    free(tape);
    tape = __enzyme_augmentfwd((void *)area, enzyme_dup, x, v[0], enzyme_const, SIDE * SIDE);
}
static void split_forward(void)
{
    sums[0] = __enzyme_fwdsplit((void *)area, enzyme_nofree, enzyme_dup, x, v[0], enzyme_const,
                                SIDE * SIDE, tape);
}

/* Through a pointer that only the run knows. */
static double middle(const double *p, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += p[i] * (p[i - 1] + p[i + 1]) / (1 + p[i] * p[i]);
    return sum;
}
static function *volatile hidden = middle;
static void pointer_primal(void)
{
    sink = hidden(x, 10000);
}
static void pointer_forward(void)
{
    struct two (*const *record)(const double *, const double *, int) =
        __enzyme_virtualforward((void *)hidden);
    sums[0] = (*record)(x, v[0], 10000).at[1];
}

static double polynomial(double a, const double *p, int n)
{
    double s = 0, t = 1;
    for (int i = 0; i < n; i++) {
        s = s * a + p[i] / (1 + t * t);
        t = 0.5 * t + a * s;
    }
    return s + t;
}
static void batch_primal(void)
{
    double s = 0;
    for (int i = 0; i < WIDTH; i++)
        s += polynomial(v[i][0], x, 1000);
    sink = s;
}
static void batch_run(void)
{
    struct eight r = __enzyme_batch_eight((void *)polynomial, enzyme_width, 8, enzyme_buffer,
                                          sizeof v[0], v, enzyme_scalar, x, enzyme_scalar, 1000);
    memcpy(sums, &r, sizeof r);
}

enum { SMALL = 60 };
ENZ_HESSIAN(particles_hessian, particles, double, ENZ_CONST(int));
static double matrix[SMALL * SMALL], work[ENZ_HESSIAN_WORK(SMALL)];
static void small_primal(void)
{
    sink = particles(x, SMALL);
}
static void hessian_run(void)
{
    particles_hessian(x, SMALL, g[0], matrix, work, SMALL);
}

static void layer(const double *in, double *out)
{
    for (int i = 0; i < UNITS; i++) {
        double s = 0;
        for (int j = 0; j < UNITS; j++)
            s += weights[0][i][j] * in[j];
        out[i] = tanh(s);
    }
}
ENZ_JACOBIAN(layer_jacobian, layer, double);
static double entries[UNITS * UNITS], result[MOST];
static void layer_primal(void)
{
    layer(x, result);
    sink = result[0];
}
static void jacobian_run(void)
{
    layer_jacobian(x, UNITS, UNITS, result, entries, NULL);
}

static void error_run(void)
{
    memset(g[0], 0, sizeof g[0]);
    sums[0] = __enzyme_error_estimate((void *)area, enzyme_dup, x, g[0], enzyme_const, SIDE * SIDE);
}

static void short_chain(void)
{
    sink = chain(x, 1000);
}
static void truncate_float(void)
{
    sink = __enzyme_truncate_op_func((void *)chain, 64, 32)(x, 1000);
}
static void truncate_format(void)
{
    sink = __enzyme_truncate_op_func_format((void *)chain, 64, 8, 10)(x, 1000);
}

/* ---- probabilistic programs ---- */

static double normal(double mean, double spread)
{
    return mean + spread * 0.5;
}
static double normal_logpdf(double mean, double spread, double y)
{
    double z = (y - mean) / spread;
    return -0.5 * z * z - log(spread);
}
enum { OBSERVED = 1000 };
static double likelihood_by_hand(double mean)
{
    double sum = normal_logpdf(0, 1, mean);
    for (int i = 0; i < OBSERVED; i++)
        sum += normal_logpdf(mean, 2, x[i]);
    return sum;
}
static void model(const double *y, int n)
{
    double mean = __enzyme_sample((void *)normal, (void *)normal_logpdf, "mean", 0.0, 1.0);
    for (int i = 0; i < n; i++)
        __enzyme_observe(y[i], (void *)normal_logpdf, "y", mean, 2.0);
}
static struct enz_trace *given, *drawn;
static void model_primal(void)
{
    sink = likelihood_by_hand(enz_trace_value(given, "mean", 0));
}
static void model_likelihood(void)
{
    double l = 0;
    __enzyme_likelihood((void *)model, x, OBSERVED, enzyme_observations, given, enzyme_likelihood,
                        &l);
    sums[0] = l;
}
static void model_trace(void)
{
    double l = 0;
    enz_trace_clear(drawn);
    __enzyme_trace((void *)model, x, OBSERVED, enzyme_trace, drawn, enzyme_likelihood, &l);
    sums[0] = l;
}
static void model_gradient(void)
{
    double l = 0, dl = 1;
    enz_trace_clear_gradients(given);
    __enzyme_condition((void *)model, enzyme_const, x, enzyme_const, OBSERVED, enzyme_observations,
                       given, enzyme_duptrace, given, enzyme_duplikelihood, &l, &dl);
    sums[0] = l;
}

/* ---- implicit functions: a diagonal system with weak coupling ---- */

enum { UNKNOWNS = 50 };
static void balance(const double *u, double *r, size_t n, const double *p, size_t np,
                    const void *data)
{
    (void)np, (void)data;
    for (size_t i = 0; i < n; i++)
        r[i] = u[i] + 0.1 * sin(u[(i + 1) % n]) - p[i];
}
void settle(double *u, size_t n, const double *p, size_t np, const void *data)
{
    double r[UNKNOWNS], change = 1;
    while (change > 1e-13) {
        balance(u, r, n, p, np, data);
        change = 0;
        for (size_t i = 0; i < n; i++) {
            u[i] -= r[i];
            change += fabs(r[i]);
        }
    }
}
ENZ_IMPLICIT(settle, balance, enz_solve_gmres, void);
static double settled(const double *p, int n)
{
    double u[UNKNOWNS] = {0}, sum = 0;
    settle(u, (size_t)n, p, (size_t)n, NULL);
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i];
    return sum;
}
static void settled_primal(void)
{
    sink = settled(x, UNKNOWNS);
}
static void settled_gradient(void)
{
    memset(g[0], 0, sizeof g[0]);
    __enzyme_autodiff((void *)settled, enzyme_dup, x, g[0], enzyme_const, UNKNOWNS);
}

/* ---- virtual arrays: the Hessian of a ring, without its zeros ---- */

enum { RING = 10000 };
static double ring(const double *p, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        double d = p[(i + 1) % n] - p[i];
        e += d * d * d / 6;
    }
    return e;
}
static void ring_slope(const double *p, double *slope, int n)
{
    __enzyme_autodiff((void *)ring, enzyme_dup, p, slope, enzyme_const, n);
}
static double direction_load(size_t offset, int k)
{
    return offset / sizeof(double) == (size_t)k ? 1 : 0;
}
static void direction_store(double value, size_t offset, int k)
{
    (void)value, (void)offset, (void)k;
    abort();
}
static double weight(size_t i, size_t k)
{
    return (double)((i % 5 + 1) * (k % 3 + 1));
}
static double column_load(size_t offset, int k)
{
    (void)offset, (void)k;
    return 0;
}
static void column_store(double value, size_t offset, int k)
{
    sums[0] += value * weight(offset / sizeof(double), (size_t)k); /* in parts */
}
static void ring_primal(void)
{
    sink = ring(x, RING);
}
static void ring_hessian(void)
{
    sums[0] = 0;
    for (int k = 0; k < RING; k++) {
        double *dx = __enzyme_todense((void *)direction_load, (void *)direction_store, k);
        double *dg = __enzyme_todense((void *)column_load, (void *)column_store, k);
        __enzyme_fwddiff_none((void *)ring_slope, enzyme_dup, x, dx, enzyme_dup, g[0], dg,
                              enzyme_const, RING);
    }
}

/* ---- sparse Hessians of meshes ---- */

enum { MOST_SIDE = 512 };
static double mesh(const double *z, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j + 1 < n; j++) {
            double a = z[(i + 1) * n + j] - z[i * n + j], b = z[i * n + j + 1] - z[i * n + j];
            sum += sqrt(1 + a * a + b * b);
        }
    return sum;
}
ENZ_SPARSE_HESSIAN(mesh_hessian, mesh, double, ENZ_CONST(int));

static double *heights(int n)
{
    double *z = calloc((size_t)n * n, sizeof *z);
    for (int i = 0; z && i < n * n; i++)
        z[i] = sin(0.37 * i) + 0.1 * cos(1.3 * i);
    return z;
}

/* Seconds of pattern and values, and how many entries there are; the sum of the values. */
static double measure_mesh(int n, double *pattern, double *values, size_t *entries_,
                           size_t *colours)
{
    struct enz_pattern p = {0};
    double *z = heights(n), *slope = calloc((size_t)n * n, sizeof *slope), *h = NULL, sum = 0;
    double start = cpu_seconds();
    if (!z || !slope || mesh_hessian_pattern(z, (size_t)n * n, &p, n) ||
        !(h = calloc(p.count, sizeof *h)))
        exit(1);
    *pattern = cpu_seconds() - start;
    *values = INFINITY;
    for (int k = 0; k < 5; k++) {
        start = cpu_seconds();
        if (mesh_hessian(z, &p, slope, h, n))
            exit(1);
        *values = fmin(*values, cpu_seconds() - start);
    }
    for (size_t e = 0; e < p.count; e++)
        sum += h[e];
    *entries_ = p.count, *colours = p.colours;
    enz_pattern_free(&p);
    free(z), free(slope), free(h);
    return sum;
}

static void print_meshes(void)
{
    printf("\n%-12s %9s %8s %16s %16s\n", "mesh", "entries", "colours", "pattern, ns/entry",
           "values, ns/entry");
    for (int n = 8; n <= MOST_SIDE; n *= 4) {
        double pattern, values;
        size_t count, colours;
        measure_mesh(n, &pattern, &values, &count, &colours);
        printf("%4d x %-5d %9zu %8zu %16.0f %16.0f\n", n, n, count, colours,
               1e9 * pattern / (double)count, 1e9 * values / (double)count);
    }
}

/* ---- tables ---- */

static const struct entry others[] = {
    {"fwdsplit", "area", area_primal, split_begin, split_forward, 1, ""},
    {"virtualforward", "middle", pointer_primal, NULL, pointer_forward, 1, ""},
    {"batch", "polynomial", batch_primal, NULL, batch_run, 1, "of 8 calls"},
    {"hessian", "particles", small_primal, NULL, hessian_run, SMALL, "per row"},
    {"jacobian", "layer", layer_primal, NULL, jacobian_run, UNITS, "per column"},
    {"todense", "ring", ring_primal, NULL, ring_hessian, 1, "whole Hessian"},
    {"error_estimate", "area", area_primal, NULL, error_run, 1, ""},
    {"truncate 64to32", "chain", short_chain, NULL, truncate_float, 1, ""},
    {"truncate, MPFR", "chain", short_chain, NULL, truncate_format, 1, ""},
    {"likelihood", "model", model_primal, NULL, model_likelihood, 1, ""},
    {"trace", "model", model_primal, NULL, model_trace, 1, ""},
    {"condition, gradient", "model", model_primal, NULL, model_gradient, 1, ""},
    {"implicit, gradient", "settled", settled_primal, NULL, settled_gradient, 1, ""},
};
enum { OTHERS = sizeof others / sizeof *others };

static double time_of(run *begin, run *f, int repeats)
{
    double sum = 0;
    for (int k = 0; k < repeats; k++) {
        if (begin)
            begin();
        double start = cpu_seconds();
        f();
        sum += cpu_seconds() - start;
    }
    return sum / repeats;
}

/* So many runs that the clock does not count. */
static int repeats_of(run *f)
{
    double once = time_of(NULL, f, 3);
    return once > 2e-4 ? 1 : (int)(2e-4 / (once + 1e-7)) + 1;
}

static double ratio(run *primal, run *begin, run *f, double *seconds)
{
    double a[ROUNDS], b[ROUNDS];
    int few = repeats_of(primal), many = begin ? 1 : repeats_of(f);
    for (int k = 0; k < ROUNDS; k++) {
        a[k] = time_of(NULL, primal, few);
        b[k] = time_of(begin, f, many);
    }
    *seconds = median(ROUNDS, a);
    return median(ROUNDS, b) / *seconds;
}

static void print_wide(const struct wide *w)
{
    double seconds, of[9];
    for (int i = 0; i < 4; i++) {
        of[i] = ratio(w->primal, NULL, w->forward[i], &seconds);
        of[4 + i] = ratio(w->primal, NULL, w->reverse[i], &seconds);
    }
    of[8] = ratio(w->primal, NULL, w->hvp, &seconds);
    printf("%-12s %9.1f", w->name, 1e6 * seconds);
    for (int i = 0; i < 9; i++)
        printf(" %6.2f", of[i]);
    putchar('\n');
}

static void print_other(const struct entry *e)
{
    double seconds, of = ratio(e->primal, e->begin, e->run, &seconds);
    printf("%-22s %-12s %9.1f %8.2f %s\n", e->name, e->of, 1e6 * seconds, of / e->times, e->unit);
}

/* ---- checks ---- */

bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b));
}

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

bool is_right(const char *name, const char *what, bool right)
{
    printf("%-22s %-10s %s\n", name, what, right ? "agrees" : "DIFFERS");
    return right;
}

/* Both modes with all widths, along v; the Hessian's product against differences of gradients. */
static bool check_wide(const struct wide *w)
{
    static double gradient[MOST], moved[MOST];
    bool forward = true, reverse = true, second = true;
    w->reverse[0]();
    memcpy(gradient, g[0], sizeof gradient);
    for (int i = 0; i < 4; i++) {
        w->forward[i]();
        for (int lane = 0; lane < 1 << i; lane++)
            forward &= near(sums[lane], product(gradient, v[lane], w->n), 1e-10);
        w->reverse[i]();
        for (int lane = 0; lane < 1 << i; lane++)
            for (int k = 0; k < w->n; k++)
                reverse &= near(g[lane][k], gradient[k], 1e-12);
    }
    w->hvp();
    double h = 1e-5, wanted, got = product(hv, v[1], w->n);
    for (int k = 0; k < w->n; k++)
        x[k] += h * v[0][k];
    w->reverse[0]();
    memcpy(moved, g[0], sizeof moved);
    for (int k = 0; k < w->n; k++)
        x[k] -= 2 * h * v[0][k];
    w->reverse[0]();
    for (int k = 0; k < w->n; k++)
        x[k] += h * v[0][k];
    wanted = (product(moved, v[1], w->n) - product(g[0], v[1], w->n)) / (2 * h);
    second = near(got, wanted, 1e-5);
    return is_right(w->name, "forward", forward) & is_right(w->name, "reverse", reverse) &
           is_right(w->name, "hvp", second);
}

static double by_differences(double (*f)(const double *, int), int n)
{
    const double h = 1e-4;
    static double up[MOST], down[MOST];
    for (int k = 0; k < n; k++)
        up[k] = x[k] + h * v[0][k], down[k] = x[k] - h * v[0][k];
    return (f(up, n) - f(down, n)) / (2 * h);
}

static bool check_others(void)
{
    bool ok = true;
    split_begin(), split_forward();
    ok &= is_right("fwdsplit", "", near(sums[0], by_differences(area, SIDE * SIDE), 1e-5));
    pointer_forward();
    ok &= is_right("virtualforward", "", near(sums[0], by_differences(middle, 10000), 1e-5));
    batch_primal(), batch_run();
    double sum = 0;
    for (int i = 0; i < WIDTH; i++)
        sum += sums[i];
    ok &= is_right("batch", "", near(sum, sink, 1e-12));
    ring_hessian();
    double pattern, values, wanted = 0;
    for (int i = 0; i < RING; i++) { /* a spring's part of the Hessian is d (1, -1; -1, 1) */
        size_t a = (size_t)i, b = (size_t)(i + 1) % RING;
        wanted += (x[b] - x[a]) * (weight(a, a) + weight(b, b) - weight(a, b) - weight(b, a));
    }
    ok &= is_right("todense", "", near(sums[0], wanted, 1e-10));
    size_t count, colours;
    ok &= is_right("sparse", "",
                   near(measure_mesh(16, &pattern, &values, &count, &colours), 0, 1e-9));
    model_primal();
    double by_hand = sink;
    model_likelihood();
    ok &= is_right("likelihood", "", near(sums[0], by_hand, 1e-12));
    model_gradient();
    const double h = 1e-6, at = enz_trace_value(given, "mean", 0);
    wanted = (likelihood_by_hand(at + h) - likelihood_by_hand(at - h)) / (2 * h);
    ok &= is_right("condition", "", near(enz_trace_gradient(given, "mean", 0), wanted, 1e-6));
    settled_gradient();
    ok &= is_right("implicit", "",
                   near(product(g[0], v[0], UNKNOWNS), by_differences(settled, UNKNOWNS), 1e-6));
    return ok;
}

static void prepare(void)
{
    for (int i = 0; i < MOST; i++)
        x[i] = sin(0.7 * i) + 0.2 * cos(0.31 * i);
    for (int lane = 0; lane < WIDTH; lane++)
        for (int i = 0; i < MOST; i++)
            v[lane][i] = 0.3 * cos(0.11 * i + lane);
    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < UNITS * UNITS; i++)
            weights[l][i / UNITS][i % UNITS] = 0.15 * sin(1.1 * i + l);
    prepare_calls();
    prepare_forms();
    prepare_cxx();
    given = enz_trace_new(), drawn = enz_trace_new();
    enz_trace_set(given, "mean", 0, 0.3);
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    bool wanted = argc < 2;
    for (int i = 1; i < argc; i++)
        wanted |= !strcmp(argv[i], name);
    return wanted;
}

static void print_wanted(const struct entry *entries, int count, int argc, char **argv)
{
    for (int i = 0; i < count; i++)
        if (is_wanted(entries[i].name, argc, argv))
            print_other(&entries[i]);
}

int main(int argc, char **argv)
{
    bool ok = true;
    prepare();
    if (argc > 1 && !strcmp(argv[1], "--check")) {
        for (int i = 0; i < FUNCTION_COUNT; i++)
            ok &= check_wide(&wide[i]);
        return !(ok & check_others() & check_calls() & check_forms() & check_cxx());
    }
    printf("%-12s %9s %27s %27s %6s\n%-12s %9s", "over primal", "us", "directions, forward",
           "directions, reverse", "hvp", "", "");
    for (int i = 0; i < 8; i++)
        printf(" %6d", 1 << i % 4);
    putchar('\n');
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (is_wanted(wide[i].name, argc, argv))
            print_wide(&wide[i]);
    putchar('\n');
    print_wanted(others, OTHERS, argc, argv);
    print_wanted(call_entries, call_entry_count, argc, argv);
    print_wanted(form_entries, form_entry_count, argc, argv);
    print_wanted(cxx_entries, cxx_entry_count, argc, argv);
    if (is_wanted("sparse", argc, argv))
        print_meshes();
}

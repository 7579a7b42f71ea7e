/* Rows of the table of interface.c that are about how a derivative is called: by the macros of
 * <enzcc/derivatives.h>, in two halves, through a record, with rules. */
#include "interface.h"

#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>
#include <enzcc/sparse.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dupnoneed;
extern void __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double __enzyme_sum(double, ...), __enzyme_product(double, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern void *__enzyme_virtualreverse(void *);
extern double *__enzyme_post_sparse_todense(void *, void *, ...);
typedef double function(const double *, int);
extern function *__enzyme_truncate_mem_func(void *, int, int);

enum { N = 10000, UNITS = 64 };
static double x[N], v[N], g[N], y[N], w[N], weights[UNITS][UNITS];
static volatile double sink;
static double value;

/* ---- functions ---- */

static double middle(const double *p, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += p[i] * (p[i - 1] + p[i + 1]) / (1 + p[i] * p[i]);
    return sum;
}
static void middle_primal(void)
{
    sink = middle(x, N);
}

/* The same. */
static double folded(const double *p, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += __enzyme_product(p[i], __enzyme_sum(p[i - 1], p[i + 1]), 1 / (1 + p[i] * p[i]));
    return sum;
}
static void folded_primal(void)
{
    sink = folded(x, N);
}
static void folded_gradient(void)
{
    memset(g, 0, sizeof g);
    __enzyme_autodiff((void *)folded, enzyme_dup, x, g, enzyme_const, N);
}

static void layer(const double *in, double *out)
{
    for (int i = 0; i < UNITS; i++) {
        double s = 0;
        for (int j = 0; j < UNITS; j++)
            s += weights[i][j] * in[j];
        out[i] = tanh(s);
    }
}
static void layer_primal(void)
{
    layer(x, y);
    sink = y[0];
}

/* Each number depends on three. */
static void neighbours(const double *in, double *out, int n)
{
    for (int i = 1; i + 1 < n; i++)
        out[i] = in[i] * (in[i - 1] + in[i + 1]);
    out[0] = out[n - 1] = 0;
}
static void neighbours_primal(void)
{
    neighbours(x, y, N);
    sink = y[1];
}

/* ---- the macros ---- */

ENZ_GRADIENT(middle_gradient, middle, double, ENZ_CONST(int));
ENZ_DIRECTIONAL(middle_along, middle, double, ENZ_CONST(int));
ENZ_TAYLOR(middle_taylor, middle, double, 3, ENZ_CONST(int));
ENZ_JVP(layer_jvp, layer, double);
ENZ_VJP(layer_vjp, layer, double);
ENZ_SPARSE_JACOBIAN(neighbours_jacobian, neighbours, double, ENZ_CONST(int));

static double coefficients[4];
static void gradient(void)
{
    value = middle_gradient(x, N, g, N);
}
static void directional(void)
{
    sink = middle_along(x, v, &value, N);
}
static void taylor(void)
{
    middle_taylor(x, v, coefficients, N);
}
static void jvp(void)
{
    layer_jvp(x, v, UNITS, y, w);
}
static void vjp(void)
{
    for (int i = 0; i < UNITS; i++)
        w[i] = v[i];
    layer_vjp(x, UNITS, y, w, g);
}

static struct enz_pattern pattern;
static double *entries;
static void sparse_jacobian(void)
{
    if (neighbours_jacobian(x, &pattern, y, entries, N))
        abort();
}

/* ---- halves ---- */

static void halves(void)
{
    memset(g, 0, sizeof g);
    void *tape = __enzyme_augmentfwd((void *)middle, enzyme_dup, x, g, enzyme_const, N);
    __enzyme_reverse((void *)middle, enzyme_dup, x, g, enzyme_const, N, 1.0, tape);
}

struct augmented {
    void *tape;
    double value;
};
struct record {
    struct augmented (*augmented)(const double *, double *, int, int);
    void (*reverse)(const double *, double *, int, int, double, void *);
};
static function *volatile hidden = middle;
static void through_record(void)
{
    const struct record *r = __enzyme_virtualreverse((void *)hidden);
    memset(g, 0, sizeof g);
    struct augmented a = r->augmented(x, g, N, N);
    r->reverse(x, g, N, N, 1.0, a.tape);
}

static void unneeded(void)
{
    memset(g, 0, sizeof g);
    __enzyme_autodiff((void *)middle, enzyme_dupnoneed, x, g, enzyme_const, N);
}

/* ---- rules ---- */

double ruled(double a, double b);
__attribute__((noinline)) double ruled(double a, double b)
{
    return a * b / (1 + a * a);
}
double ruled_augmented(double a, double b)
{
    return a * b / (1 + a * a);
}
struct gradients {
    double a, b;
};
struct gradients ruled_reverse(double a, double b, double seed)
{
    double r = 1 / (1 + a * a);
    return (struct gradients){seed * b * (1 - a * a) * r * r, seed * a * r};
}
void *__enzyme_register_gradient_ruled[] = {(void *)ruled, (void *)ruled_augmented,
                                            (void *)ruled_reverse};
static double middle_ruled(const double *p, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += ruled(p[i], p[i - 1] + p[i + 1]);
    return sum;
}
static void ruled_primal(void)
{
    sink = middle_ruled(x, N);
}
static void ruled_gradient(void)
{
    memset(g, 0, sizeof g);
    __enzyme_autodiff((void *)middle_ruled, enzyme_dup, x, g, enzyme_const, N);
}

__attribute__((enzyme_function_like("exp"), noinline)) static double fast_exp(double a)
{
    return exp(a);
}
static double likened(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fast_exp(0.1 * p[i]);
    return sum;
}
static void likened_primal(void)
{
    sink = likened(x, N);
}
static void likened_gradient(void)
{
    memset(g, 0, sizeof g);
    __enzyme_autodiff((void *)likened, enzyme_dup, x, g, enzyme_const, N);
}

/* ---- a fixed point ---- */

enum { UNKNOWNS = 50 };
static void approach(const double *u, double *next, size_t n, const double *p, size_t np,
                     const void *data)
{
    (void)np, (void)data;
    for (size_t i = 0; i < n; i++)
        next[i] = p[i] - 0.1 * sin(u[(i + 1) % n]);
}
void settle_down(double *u, size_t n, const double *p, size_t np, const void *data)
{
    double next[UNKNOWNS], change = 1;
    while (change > 1e-13) {
        approach(u, next, n, p, np, data);
        change = 0;
        for (size_t i = 0; i < n; i++) {
            change += fabs(next[i] - u[i]);
            u[i] = next[i];
        }
    }
}
ENZ_FIXED_POINT(settle_down, approach, enz_solve_iterate, void);
static double settled(const double *p, int n)
{
    double u[UNKNOWNS] = {0}, sum = 0;
    settle_down(u, (size_t)n, p, (size_t)n, NULL);
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
    memset(g, 0, sizeof g);
    __enzyme_autodiff((void *)settled, enzyme_dup, x, g, enzyme_const, UNKNOWNS);
}

/* The same, whose linear systems have rules, too: for a Hessian times a vector. */
void settle_again(double *u, size_t n, const double *p, size_t np, const void *data)
{
    settle_down(u, n, p, np, data);
}
ENZ_FIXED_POINT_HIGHER(settle_again, approach, enz_solve_iterate, void);
static double settled_again(const double *p, int n)
{
    double u[UNKNOWNS] = {0}, sum = 0;
    settle_again(u, (size_t)n, p, (size_t)n, NULL);
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i];
    return sum;
}
ENZ_HVP(settled_hvp, settled_again, double, ENZ_CONST(int));
static double hv[UNKNOWNS];
static void settled_product(void)
{
    value = settled_hvp(x, UNKNOWNS, v, g, hv, UNKNOWNS);
}

/* ---- memory of another format, memory that is not there ---- */

static void truncated(void)
{
    sink = __enzyme_truncate_mem_func((void *)middle, 64, 32)(x, N);
}

static double load_twice(size_t offset, double *p)
{
    return 2 * p[offset / sizeof(double)];
}
static void store_half(double stored, size_t offset, double *p)
{
    p[offset / sizeof(double)] = stored / 2;
}
static void late_array(void)
{
    double *p = __enzyme_post_sparse_todense((void *)load_twice, (void *)store_half, v);
    sink = middle(p, N);
}

/* ---- the table ---- */

const struct entry call_entries[] = {
    {"ENZ_GRADIENT", "middle", middle_primal, NULL, gradient, 1, ""},
    {"ENZ_DIRECTIONAL", "middle", middle_primal, NULL, directional, 1, ""},
    {"ENZ_TAYLOR", "middle", middle_primal, NULL, taylor, 1, "to order 3"},
    {"ENZ_JVP", "layer", layer_primal, NULL, jvp, 1, ""},
    {"ENZ_VJP", "layer", layer_primal, NULL, vjp, 1, ""},
    {"ENZ_SPARSE_JACOBIAN", "neighbours", neighbours_primal, NULL, sparse_jacobian, 1, "values"},
    {"augmentfwd, reverse", "middle", middle_primal, NULL, halves, 1, ""},
    {"virtualreverse", "middle", middle_primal, NULL, through_record, 1, "both halves"},
    {"dupnoneed", "middle", middle_primal, NULL, unneeded, 1, ""},
    {"rule", "middle", ruled_primal, NULL, ruled_gradient, 1, ""},
    {"function_like", "exp", likened_primal, NULL, likened_gradient, 1, ""},
    {"sum, product", "folded", folded_primal, NULL, folded_gradient, 1, ""},
    {"fixed point, gradient", "settled", settled_primal, NULL, settled_gradient, 1, ""},
    {"fixed point, hvp", "settled", settled_primal, NULL, settled_product, 1, ""},
    {"truncate memory", "middle", middle_primal, NULL, truncated, 1, ""},
    {"post_sparse_todense", "middle", middle_primal, NULL, late_array, 1, "primal only"},
};
const int call_entry_count = sizeof call_entries / sizeof *call_entries;

void prepare_calls(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = sin(0.7 * i) + 0.2 * cos(0.31 * i);
        v[i] = 0.3 * cos(0.11 * i);
    }
    for (int i = 0; i < UNITS * UNITS; i++)
        weights[i / UNITS][i % UNITS] = 0.15 * sin(1.1 * i);
    if (neighbours_jacobian_pattern(x, N, N, &pattern, N) ||
        !(entries = malloc(pattern.count * sizeof *entries)))
        abort();
}

/* ---- checks ---- */

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* g is the gradient of f. */
static bool fits(const char *name, function *f, int n)
{
    static double up[N], down[N];
    const double h = 1e-4;
    for (int k = 0; k < n; k++)
        up[k] = x[k] + h * v[k], down[k] = x[k] - h * v[k];
    return is_right(name, "", near(product(g, v, n), (f(up, n) - f(down, n)) / (2 * h), 1e-6));
}

static bool gradient_fits(const char *name, run *derive, function *f, int n)
{
    derive();
    return fits(name, f, n);
}

static bool check_vectors(void)
{
    jvp();
    double sum = product(w, v, UNITS);
    vjp();
    bool dense = near(sum, product(g, v, UNITS), 1e-12);
    sparse_jacobian();
    double all = 0, wanted = 0;
    for (size_t e = 0; e < pattern.count; e++)
        all += entries[e];
    for (int i = 1; i + 1 < N; i++)
        wanted += x[i - 1] + x[i + 1] + 2 * x[i];
    return is_right("ENZ_JVP, ENZ_VJP", "", dense) &
           is_right("ENZ_SPARSE_JACOBIAN", "", near(all, wanted, 1e-10));
}

/* Differences of gradients along v. */
static bool check_product(void)
{
    const double h = 1e-5;
    double at[UNKNOWNS], sum[2] = {0, 0}, got;
    settled_product();
    got = product(hv, v, UNKNOWNS);
    memcpy(at, x, sizeof at);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < UNKNOWNS; i++)
            x[i] = at[i] + (side ? h : -h) * v[i];
        settled_gradient();
        sum[side] = product(g, v, UNKNOWNS);
    }
    memcpy(x, at, sizeof at);
    return is_right("fixed point, hvp", "", near(got, (sum[1] - sum[0]) / (2 * h), 1e-6));
}

bool check_calls(void)
{
    bool ok = gradient_fits("ENZ_GRADIENT", gradient, middle, N);
    double slope = product(g, v, N);
    directional();
    ok &= is_right("ENZ_DIRECTIONAL", "", near(sink, slope, 1e-12));
    taylor();
    ok &= is_right("ENZ_TAYLOR", "", near(coefficients[1], slope, 1e-12));
    ok &= check_vectors();
    ok &= gradient_fits("augmentfwd, reverse", halves, middle, N);
    ok &= gradient_fits("virtualreverse", through_record, middle, N);
    ok &= gradient_fits("dupnoneed", unneeded, middle, N);
    ok &= gradient_fits("rule", ruled_gradient, middle, N);
    ok &= gradient_fits("function_like", likened_gradient, likened, N);
    ok &= gradient_fits("sum, product", folded_gradient, folded, N);
    ok &= gradient_fits("fixed point", settled_gradient, settled, UNKNOWNS);
    ok &= check_product();
    truncated();
    ok &= is_right("truncate memory", "", near(sink, middle(x, N), 1e-5));
    for (int i = 0; i < N; i++)
        w[i] = 2 * v[i];
    late_array();
    return ok & is_right("post_sparse_todense", "", near(sink, middle(w, N), 1e-12));
}

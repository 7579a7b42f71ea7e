/* Rows of the table of interface.c for the typed forms of entry points in C (<enzcc/typed.h>), and
 * for what a function calls itself: hints, values of another format, code without a derivative. */
#include "interface.h"

#include <enzcc/typed.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern void __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double __enzyme_call_inactive(void *, ...);
extern int __enzyme_iter(int, int);
extern void __enzyme_double(const double *, size_t);
extern double __enzyme_truncate_mem_value(double, int, int);
extern double __enzyme_expand_mem_value(double, int, int);
typedef double function(const double *, int);
extern function *__enzyme_truncate_mem_func(void *, int, int);

enum { N = 10000, WIDTH = 8, TERMS = 24 };
static double x[N], v[WIDTH][N], g[WIDTH][N], lanes[WIDTH];
static volatile double sink;

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

/* ---- <enzcc/typed.h> ---- */

ENZ_REVERSE(middle_gradient, middle, ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_FORWARD(middle_tangent, middle, ENZ_DUP(double), ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_ERRORS(middle_error, middle, ENZ_DUP(double), ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_SPLIT(middle_first, middle_second, middle, ENZ_ACTIVE(double), ENZ_DUP(const double *),
          ENZ_CONST(int));
ENZ_SPLIT_IN(middle_first_in, middle_second_in, middle_tape, middle, ENZ_ACTIVE(double),
             ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_FORWARD_WIDE(middle_tangents, WIDTH, middle, ENZ_DUP(double), ENZ_STRIDED(const double *),
                 ENZ_CONST(int));
ENZ_REVERSE_WIDE(middle_gradients, WIDTH, middle, ENZ_ACTIVE(double), ENZ_STRIDED(const double *),
                 ENZ_CONST(int));
ENZ_TRUNCATED(middle_in_float, middle, 64, 32);

static void *tape;
static void gradient(void)
{
    memset(g[0], 0, sizeof g[0]);
    sink = middle_gradient(x, g[0], N);
}
static void tangent(void)
{
    middle_tangent(x, v[0], N, lanes);
}
static void error(void)
{
    memset(g[0], 0, sizeof g[0]);
    middle_error(x, g[0], N, lanes);
}
static void halves(void)
{
    void *kept;
    memset(g[0], 0, sizeof g[0]);
    sink = middle_first(x, g[0], N, &kept);
    middle_second(x, g[0], N, 1, kept);
}
static void halves_in_place(void)
{
    memset(g[0], 0, sizeof g[0]);
    sink = middle_first_in(x, g[0], N, tape);
    middle_second_in(x, g[0], N, 1, tape);
}
static void tangents(void)
{
    sink = middle_tangents(x, v[0], sizeof v[0], N, lanes);
}
static void gradients(void)
{
    static const double adjoints[WIDTH] = {1, 2, 3, 4, 5, 6, 7, 8};
    memset(g, 0, sizeof g);
    sink = middle_gradients(x, g[0], sizeof g[0], N, adjoints);
}
static void truncated(void)
{
    sink = middle_in_float()(x, N);
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
ENZ_BATCH(polynomial_lanes, WIDTH, polynomial, double, ENZ_EACH_LANE(double),
          ENZ_ALL_LANES(const double *), ENZ_ALL_LANES(int));
static void batch_primal(void)
{
    double s = 0;
    for (int i = 0; i < WIDTH; i++)
        s += polynomial(x[i], x, 1000);
    sink = s;
}
static void batch(void)
{
    polynomial_lanes(lanes, x, x, 1000);
}

/* ---- what a function calls ---- */

/* A weight without a derivative. */
static double weight(double a)
{
    return 1 / (1 + a * a);
}
static double weighted(const double *p, int n)
{
    double sum = 0;
    __enzyme_double(p, (size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        sum += p[i] * p[i] * __enzyme_call_inactive((void *)weight, p[i]);
    return sum;
}
static void weighted_primal(void)
{
    sink = weighted(x, N);
}
static void weighted_gradient(void)
{
    memset(g[0], 0, sizeof g[0]);
    __enzyme_autodiff((void *)weighted, enzyme_dup, x, g[0], enzyme_const, N);
}

/* Sums of powers, of which each derivative takes a term more. */
static double series(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double term = 1;
        for (int k = 1; k < __enzyme_iter(TERMS, 1); k++)
            sum += term *= p[i] / k;
    }
    return sum;
}
static void series_primal(void)
{
    sink = series(x, N / 10);
}
static void series_gradient(void)
{
    memset(g[0], 0, sizeof g[0]);
    __enzyme_autodiff((void *)series, enzyme_dup, x, g[0], enzyme_const, N / 10);
}

static double scaled(double a, double b)
{
    return a * b;
}
typedef double binary(double, double);
extern binary *__enzyme_truncate_mem_func_binary(void *, int, int);
static double in_and_out(const double *p, int n)
{
    double sum = 0;
    binary *f = __enzyme_truncate_mem_func_binary((void *)scaled, 64, 32);
    for (int i = 0; i + 1 < n; i++)
        sum += __enzyme_expand_mem_value(f(__enzyme_truncate_mem_value(p[i], 64, 32),
                                           __enzyme_truncate_mem_value(p[i + 1], 64, 32)),
                                         64, 32);
    return sum;
}
static double products(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        sum += scaled(p[i], p[i + 1]);
    return sum;
}
static void products_primal(void)
{
    sink = products(x, N);
}
static void values_truncated(void)
{
    sink = in_and_out(x, N);
}

/* A rule for forward mode. */
double squashed(double a);
__attribute__((noinline)) double squashed(double a)
{
    return a / (1 + a * a);
}
struct moved {
    double value, tangent;
};
struct moved squashed_forward(double a, double da)
{
    double r = 1 / (1 + a * a);
    return (struct moved){a * r, da * (1 - a * a) * r * r};
}
void *__enzyme_register_derivative_squashed[] = {(void *)squashed, (void *)squashed_forward};
static double ruled(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += squashed(p[i]);
    return sum;
}
static void ruled_primal(void)
{
    sink = ruled(x, N);
}
static void ruled_tangent(void)
{
    lanes[0] = __enzyme_fwddiff((void *)ruled, enzyme_dup, x, v[0], enzyme_const, N);
}

/* ---- the table ---- */

const struct entry form_entries[] = {
    {"ENZ_REVERSE", "middle", middle_primal, NULL, gradient, 1, ""},
    {"ENZ_FORWARD", "middle", middle_primal, NULL, tangent, 1, ""},
    {"ENZ_FORWARD_WIDE", "middle", middle_primal, NULL, tangents, 1, "8 directions"},
    {"ENZ_REVERSE_WIDE", "middle", middle_primal, NULL, gradients, 1, "8 adjoints"},
    {"ENZ_SPLIT", "middle", middle_primal, NULL, halves, 1, ""},
    {"ENZ_SPLIT_IN", "middle", middle_primal, NULL, halves_in_place, 1, ""},
    {"ENZ_ERRORS", "middle", middle_primal, NULL, error, 1, ""},
    {"ENZ_BATCH", "polynomial", batch_primal, NULL, batch, 1, "of 8 calls"},
    {"ENZ_TRUNCATED", "middle", middle_primal, NULL, truncated, 1, ""},
    {"call_inactive", "weighted", weighted_primal, NULL, weighted_gradient, 1, ""},
    {"iter", "series", series_primal, NULL, series_gradient, 1, ""},
    {"truncate, expand", "products", products_primal, NULL, values_truncated, 1, "primal only"},
    {"rule, forward", "squashed", ruled_primal, NULL, ruled_tangent, 1, ""},
};
const int form_entry_count = sizeof form_entries / sizeof *form_entries;

void prepare_forms(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = sin(0.7 * i) + 0.2 * cos(0.31 * i);
        for (int lane = 0; lane < WIDTH; lane++)
            v[lane][i] = 0.3 * cos(0.11 * i + lane);
    }
    if (!(tape = malloc(middle_tape())))
        abort();
}

/* ---- checks ---- */

static double along(int lane, const double *gradient)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += gradient[i] * v[lane][i];
    return sum;
}

static double difference(function *f, int n)
{
    static double up[N], down[N];
    const double h = 1e-4;
    for (int k = 0; k < N; k++)
        up[k] = x[k] + h * v[0][k], down[k] = x[k] - h * v[0][k];
    return (f(up, n) - f(down, n)) / (2 * h);
}

static bool gradient_fits(const char *name, run *derive, double wanted)
{
    derive();
    return is_right(name, "", near(along(0, g[0]), wanted, 1e-6));
}

static bool check_wide(double slope)
{
    static double one[N];
    bool forward, reverse = true;
    gradient();
    memcpy(one, g[0], sizeof one);
    tangents();
    forward = near(lanes[0], slope, 1e-6);
    for (int lane = 0; lane < WIDTH; lane++)
        forward &= near(lanes[lane], along(lane, one), 1e-10);
    gradients();
    for (int lane = 0; lane < WIDTH; lane++)
        for (int i = 0; i < N; i++)
            reverse &= near(g[lane][i], (lane + 1) * one[i], 1e-12);
    return is_right("ENZ_FORWARD_WIDE", "", forward) & is_right("ENZ_REVERSE_WIDE", "", reverse);
}

/* The weight is a constant. */
static bool check_inactive(void)
{
    bool ok = true;
    weighted_gradient();
    for (int i = 0; i < N; i++)
        ok &= near(g[0][i], 2 * x[i] * weight(x[i]), 1e-12);
    return is_right("call_inactive", "", ok);
}

bool check_forms(void)
{
    double slope = difference(middle, N);
    bool ok = gradient_fits("ENZ_REVERSE", gradient, slope);
    tangent();
    ok &= is_right("ENZ_FORWARD", "", near(lanes[0], slope, 1e-6));
    ok &= check_wide(slope);
    ok &= gradient_fits("ENZ_SPLIT", halves, slope);
    ok &= gradient_fits("ENZ_SPLIT_IN", halves_in_place, slope);
    error();
    ok &= is_right("ENZ_ERRORS", "", lanes[0] > 1e-13 && lanes[0] < 1e-6);
    double sum = 0;
    batch_primal(), batch();
    for (int i = 0; i < WIDTH; i++)
        sum += lanes[i];
    ok &= is_right("ENZ_BATCH", "", near(sum, sink, 1e-12));
    truncated();
    ok &= is_right("ENZ_TRUNCATED", "", near(sink, middle(x, N), 1e-5));
    ok &= check_inactive();
    series_gradient();
    sum = 0;
    for (int i = 0; i < N / 10; i++)
        sum += g[0][i] * v[0][i];
    ok &= is_right("iter", "", near(sum, difference(series, N / 10), 1e-6));
    values_truncated();
    ok &= is_right("truncate, expand", "", near(sink, products(x, N), 1e-5));
    ruled_tangent();
    return ok & is_right("rule, forward", "", near(lanes[0], difference(ruled, N), 1e-6));
}

/* Loops that run only where directions are not zero: each kind of loop and of function, against
 * products with real memory; and a ring that is too large for all iterations to run. */
#include <math.h>
#include <string.h>
#include <time.h>
#include "oracle.h"
#include "triplets.h"

extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
void __enzyme_autodiff_void(void *, ...);
void __enzyme_fwddiff_void(void *, ...);

/* ---- functions with loops: g is added to ---- */

static void neighbours(const double *x, double *g, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        double d = exp(x[i + 1] - x[i]);
        g[i] -= d;
        g[i + 1] += d;
    }
}
static void downwards(const double *x, double *g, int n)
{
    for (int i = n - 1; i >= 2; i--)
        g[i] += x[i] * x[i - 2];
}
static void strides(const double *x, double *g, int n)
{
    for (int i = 0; i + 5 < n; i += 3)
        g[i / 3] += x[i] * x[i + 5] * x[i];
}
static void rows(const double *x, double *g, int n)
{
    for (int i = 0; i < n / 4; i++)
        for (int j = 0; j < 4; j++)
            g[4 * i + j] += x[4 * i + j] * x[4 * i + (j ? j - 1 : 3)];
}
static void blocks(const double *x, double *g, int n)
{
    int w = n / 5;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < w - 1; i++) {
            double d = x[j * w + i] - x[(j + 1) * w + i + 1];
            g[j * w + i] += d * d * d;
            g[(j + 1) * w + i + 1] -= d * d * d;
        }
}
static void triangle(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            g[i] += x[i] * x[j];
}
/* The same element is used in all iterations. */
static void pinned(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        g[i] += x[i] * x[0];
}
static void carried(const double *x, double *g, int n)
{
    double before = x[n - 1], last = x[n - 2];
    for (int i = 0; i < n; i++) {
        g[i] += before * last * x[i];
        last = before;
        before = x[i];
    }
}
static void running(const double *x, double *g, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
        g[i] += sum;
    }
}
static void indirect(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        g[i] += x[i * i % n] * x[i];
}
static void under_conditions(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 0.3)
            g[i] += x[i] * x[i ? i - 1 : 0];
        else
            g[n - 1 - i] += x[i];
}
static void until(const double *x, double *g, int n)
{
    for (int i = 0; i < n && x[i] < 0.9; i++)
        g[i] += x[i] * x[i];
}
static void kept(const double *x, double *g, int n)
{
    double most = 0;
    int at = 0;
    for (int i = 0; i < n; i++) {
        g[i] += x[i];
        if (x[i] > most)
            most = x[i], at = i;
    }
    g[at] += most;
}

/* ---- functions of arrays ---- */

static double early_load(size_t offset, int k)
{
    if (offset == (size_t)k * sizeof(double))
        return 1;
    return 0;
}
static double late_load(size_t offset, int k)
{
    return offset / 8 != (size_t)k ? 0.0 : 1.0;
}
static double two_load(size_t offset, int k)
{
    return offset / 8 == (size_t)k ? 2 : offset / 8 == (size_t)k + 1 ? 3 : 0;
}
static double from_load(size_t offset, int k)
{
    return offset / 8 >= (size_t)k ? 1 : 0;
}
static void no_store(double value, size_t offset, int k)
{
    (void)value, (void)offset, (void)k;
    abort();
}
static double out_load(size_t offset, double *to, int *calls)
{
    (void)offset, (void)to, (void)calls;
    return 0;
}
static void out_store(double value, size_t offset, double *to, int *calls)
{
    (void)calls;
    if (value == 0)
        return;
    to[offset / 8] += value;
}
static void counting_store(double value, size_t offset, double *to, int *calls)
{
    ++*calls;
    to[offset / 8] += value;
}

enum { N = 20 };

/* One product: with memory, or with virtual arrays. */
typedef void product_fn(const double *x, double *v, double *to, int k, int *calls);
#define PRODUCT(name, f, in, out)                                                                  \
    __attribute__((noinline)) static void name(const double *x, double *v, double *to, int k,      \
                                               int *calls)                                         \
    {                                                                                              \
        double memory[N] = {0};                                                                    \
        __enzyme_fwddiff_void((void *)(f), enzyme_dup, x, in, enzyme_dupnoneed, memory, out,       \
                              enzyme_const, N);                                                    \
    }
#define IN(load)   __enzyme_todense((void *)(load), (void *)no_store, k)
#define OUT(store) __enzyme_todense((void *)out_load, (void *)(store), to, calls)

/* With all forms of directions, with stores that skip zeros and that do not. */
#define PRODUCTS(f)                                                                                \
    PRODUCT(f##_memory, f, v, to)                                                                  \
    PRODUCT(f##_early, f, IN(early_load), OUT(out_store))                                          \
    PRODUCT(f##_late, f, IN(late_load), OUT(out_store))                                            \
    PRODUCT(f##_two, f, IN(two_load), OUT(out_store))                                              \
    PRODUCT(f##_from, f, IN(from_load), OUT(out_store))                                            \
    PRODUCT(f##_counted, f, IN(early_load), OUT(counting_store))                                   \
    static product_fn *const f##_all[] = {f##_memory, f##_early, f##_late,                         \
                                          f##_two,    f##_from,  f##_counted};

PRODUCTS(neighbours)
PRODUCTS(downwards)
PRODUCTS(strides)
PRODUCTS(rows)
PRODUCTS(blocks)
PRODUCTS(triangle)
PRODUCTS(pinned)
PRODUCTS(carried)
PRODUCTS(running)
PRODUCTS(indirect)
PRODUCTS(under_conditions)
PRODUCTS(until)
PRODUCTS(kept)

static void check_column(product_fn *const *all, const double *x, int k)
{
    double got[6][N] = {{0}}, want[3][N] = {{0}}, v[3][N] = {{0}};
    int calls = 0;
    v[0][k] = 1, v[1][k] = 2;
    if (k + 1 < N)
        v[1][k + 1] = 3;
    for (int i = k; i < N; i++)
        v[2][i] = 1;
    for (int i = 0; i < 3; i++)
        all[0](x, v[i], want[i], k, &calls);
    for (int i = 1; i < 5; i++)
        all[i](x, NULL, got[i], k, &calls);
    CHECK_THAT(calls == 0);
    all[5](x, NULL, got[5], k, &calls);
    CHECK_THAT(calls > 2); /* also of zeros */
    CHECK_ARRAY(got[1], want[0], N);
    CHECK_ARRAY(got[2], want[0], N);
    CHECK_ARRAY(got[3], want[1], N);
    CHECK_ARRAY(got[4], want[2], N);
    CHECK_ARRAY(got[5], want[0], N);
}
#define CHECK_FUNCTION(f)                                                                          \
    for (int k = 0; k < N; k++)                                                                    \
    check_column(f##_all, x, k)

/* ---- a large ring, and a chain ---- */

static double ring(const double *x, long n)
{
    double e = 0;
    for (long i = 0; i < n; i++) {
        double d = x[(i + 1) % n] - x[i];
        e += d * d * d / 6;
    }
    return e;
}
static void ring_gradient(const double *x, double *g, long n)
{
    __enzyme_autodiff_void((void *)ring, enzyme_dup, x, g, enzyme_const, n);
}

/* A counter that is one ahead of the other. */
static double chain(const double *x, long n)
{
    double e = 0;
    for (long i = 0; i + 1 < n; i++) {
        double d = x[i + 1] - x[i];
        e += d * d * d / 6;
    }
    return e;
}
static void chain_gradient(const double *x, double *g, long n)
{
    __enzyme_autodiff_void((void *)chain, enzyme_dup, x, g, enzyme_const, n);
}

/* Sums over the entries of row i: of entries, and of entries times columns. */
struct sums {
    double *entries, *moments;
    long count;
};
static double none_of(size_t offset, size_t k, struct sums *s)
{
    (void)offset, (void)k, (void)s;
    return 0;
}
static void sum_up(double value, size_t offset, size_t k, struct sums *s)
{
    if (value == 0)
        return;
    s->entries[offset / 8] += value;
    s->moments[offset / 8] += value * (double)k;
    s->count++;
}

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static void large_chain(double *x, struct sums s, long n)
{
    clock_t begin = clock();
    memset(s.entries, 0, (size_t)n * sizeof *x);
    for (long k = 0; k < n; k++)
        __enzyme_fwddiff_void(
            (void *)chain_gradient, enzyme_dup, x, UNIT(k), enzyme_dupnoneed, (double *)16,
            __enzyme_todense((void *)none_of, (void *)sum_up, (size_t)k, &s), enzyme_const, n);
    CHECK_THAT(seconds_since(begin) < 5);
    for (long i = 0; i < n; i++)
        CHECK_TOL(s.entries[i] + 1, 1, 1e-7);
}

static void large(void)
{
#ifdef LARGE
    const long n = 200000; /* all iterations would take a minute or two */
#else
    const long n = 200; /* where nothing is optimised */
#endif
    double *x = malloc(3 * (size_t)n * sizeof *x);
    struct sums s = {x + n, x + 2 * n, 0};
    memset(x, 0, 3 * (size_t)n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = (double)i + sin((double)i);
    clock_t begin = clock();
    for (long k = 0; k < n; k++)
        __enzyme_fwddiff_void(
            (void *)ring_gradient, enzyme_dup, x, UNIT(k), enzyme_dupnoneed, (double *)16,
            __enzyme_todense((void *)none_of, (void *)sum_up, (size_t)k, &s), enzyme_const, n);
    CHECK_THAT(seconds_since(begin) < 5);
    CHECK_THAT(s.count >= 3 * n && s.count <= 4 * n);
    for (long i = 0; i < n; i += n / 50) {
        /* d of spring i - 1 and of spring i: row i is (-a, a + b, -b) */
        double a = x[i] - x[(i + n - 1) % n], b = x[(i + 1) % n] - x[i];
        double left = (double)((i + n - 1) % n), right = (double)((i + 1) % n);
        CHECK_TOL(s.entries[i] + 1, 1, 1e-7);
        CHECK_TOL(s.moments[i], (a + b) * (double)i - a * left - b * right, 1e-6);
    }
    large_chain(x, s, n);
    free(x);
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.5 + 0.4 * sin(3 * i);
    CHECK_FUNCTION(neighbours);
    CHECK_FUNCTION(downwards);
    CHECK_FUNCTION(strides);
    CHECK_FUNCTION(rows);
    CHECK_FUNCTION(blocks);
    CHECK_FUNCTION(triangle);
    CHECK_FUNCTION(pinned);
    CHECK_FUNCTION(carried);
    CHECK_FUNCTION(running);
    CHECK_FUNCTION(indirect);
    CHECK_FUNCTION(under_conditions);
    CHECK_FUNCTION(until);
    CHECK_FUNCTION(kept);
    large();
    return oracle_result();
}

/*
 * Cost of the gradient of vector normalisation for growing n.
 *
 * For y = x / |x| and an adjoint w of y the adjoint of x is
 * w / |x| - x (x.w) / |x|^3, which is linear work. The program compares the
 * derivative with this formula, times it for growing n, and fits the exponent
 * of the growth. The exit status is 0 only if the values agree and the exponent
 * is near 1.
 */
#include "../common/expected.h"
#include "../common/stopwatch.h"
#include "norm.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { SMALLEST = 1 << 10, LARGEST = 1 << 16 };
#define SLOWEST          0.5 /* seconds: no larger n after a call this slow */
#define LARGEST_EXPONENT 1.5

struct run {
    int n;
    double *x, *y, *w, *dx, *dy, *want;
};

static void differentiate(void *argument)
{
    struct run *r = argument;
    size_t bytes = (size_t)r->n * sizeof(double);

    memset(r->dx, 0, bytes);
    memcpy(r->dy, r->w, bytes);
    __enzyme_autodiff((void *)normalize, enzyme_const, r->n, enzyme_dup, r->x, r->dx, enzyme_dup,
                      r->y, r->dy);
}

static void closed_form(int n, const double *x, const double *w, double *dx)
{
    double length = euclidean_norm(x, n);
    double xw = 0.0;

    for (int i = 0; i < n; i++)
        xw += x[i] * w[i];
    for (int i = 0; i < n; i++)
        dx[i] = w[i] / length - x[i] * xw / (length * length * length);
}

static double *numbers(int n)
{
    return calloc((size_t)n, sizeof(double));
}

static void run_open(struct run *r, int n)
{
    *r = (struct run){n, numbers(n), numbers(n), numbers(n), numbers(n), numbers(n), numbers(n)};
    for (int i = 0; i < n; i++) {
        r->x[i] = sin(1.0 + i);
        r->w[i] = cos(0.7 * i);
    }
    closed_form(n, r->x, r->w, r->want);
}

static void run_close(struct run *r)
{
    free(r->x);
    free(r->y);
    free(r->w);
    free(r->dx);
    free(r->dy);
    free(r->want);
}

/* Values against the closed form; errors are relative to the largest entry,
 * because an entry can be the difference of two large terms. */
static int compare(const struct run *r)
{
    double largest = 0.0;

    for (int i = 0; i < r->n; i++)
        largest = fmax(largest, fabs(r->want[i]));
    return compare_absolute("d/d x", r->dx, r->want, r->n, 1e-12 * largest);
}

/* Slope of the least-squares line through (x[i], y[i]). */
static double slope(int count, const double *x, const double *y)
{
    double mx = 0, my = 0, xy = 0, xx = 0;

    for (int i = 0; i < count; i++) {
        mx += x[i] / count;
        my += y[i] / count;
    }
    for (int i = 0; i < count; i++) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
    }
    return xy / xx;
}

int main(void)
{
    double log_n[32], log_t[32], t = 0.0;
    int count = 0, wrong = 0;

    for (int n = SMALLEST; n <= LARGEST && t < SLOWEST; n *= 2) {
        struct run r;
        run_open(&r, n);
        differentiate(&r);
        printf("n = %d\n", n);
        wrong += compare(&r);
        t = seconds_per_call(differentiate, &r);
        printf("    time of the gradient %.3f us\n", 1e6 * t);
        log_n[count] = log(n);
        log_t[count++] = log(t);
        run_close(&r);
    }
    double exponent = slope(count, log_n, log_t);
    bool linear = exponent < LARGEST_EXPONENT;
    printf("the time grows like n^%.2f: %s\n", exponent, linear ? "ok" : "TOO FAST");
    printf("%s\n", wrong == 0 ? "all values agree" : "SOME VALUES ARE WRONG");
    return wrong == 0 && linear ? 0 : 1;
}

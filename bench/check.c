/*
 * Checks the hand-written gradients, without any automatic differentiation.
 *
 * Usage: check [data directory]. For every case the two variants of the primal
 * must agree, value and gradient must match the verified values where there
 * are any, and directional derivatives along the gradient, random directions
 * and single variables must match central differences.
 */
#include "problems/synthetic.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct bench_case cases[] = {
#define CASE(name, family, group, argument, small)                                                 \
    {name, #group, &family##_family, argument, small, 0, 0},
#include "cases.def"
#undef CASE
};

enum { DIRECTIONS = 8, VARIABLES = 16 };

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Fourth-order central difference of the primal along v. */
static double difference(const struct family *f, void *problem, size_t n, const double *v, double h)
{
    static const double at[4] = {-2, -1, 1, 2};
    static const double weight[4] = {1, -8, 8, -1};
    double *x = f->parameters(problem);
    double *saved = malloc(n * sizeof *saved);
    double sum = 0.0;

    memcpy(saved, x, n * sizeof *x);
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < n; i++)
            x[i] = saved[i] + at[k] * h * v[i];
        sum += weight[k] * f->primal_restrict(problem);
    }
    memcpy(x, saved, n * sizeof *x);
    free(saved);
    return sum / (12.0 * h);
}

/* The smallest error over a range of step lengths: too long a step truncates,
 * too short a one rounds. */
static double direction_error(const struct family *f, void *problem, size_t n, const double *v,
                              double expected)
{
    double best = INFINITY;

    for (double h = 1e-2; h > 1e-7; h *= 0.1)
        best = fmin(best, fabs(difference(f, problem, n, v, h) - expected));
    return best;
}

/* Largest error over directions, relative to the norm of the gradient. */
static double difference_error(const struct family *f, void *problem, size_t n,
                               const double *gradient)
{
    double norm = sqrt(dot(n, gradient, gradient)), worst = 0.0;

    for (unsigned long k = 0; k < DIRECTIONS + VARIABLES; k++) {
        double *v = synthetic_numbers(n, 1.0, 100 + k);
        if (k == 0)
            memcpy(v, gradient, n * sizeof *v);
        if (k >= DIRECTIONS) {
            size_t variable = (k - DIRECTIONS) * (n - 1) / (VARIABLES - 1);
            memset(v, 0, n * sizeof *v);
            v[variable] = 1.0;
        }
        double scale = 1.0 / sqrt(dot(n, v, v));
        for (size_t i = 0; i < n; i++)
            v[i] *= scale;
        worst = fmax(worst, direction_error(f, problem, n, v, dot(n, v, gradient)));
        free(v);
    }
    return worst / norm;
}

static int check(const struct bench_case *c, const char *data)
{
    const struct family *f = c->family;
    void *problem = f->open(data, c->small);

    printf("%s\n", c->name);
    if (problem == NULL)
        return 1;
    size_t n = f->size(problem);
    double *gradient = malloc(n * sizeof *gradient);
    double value = f->primal_restrict(problem);
    double plain = f->primal_plain(problem);
    int wrong = 0;

    if (!(fabs(value - plain) <= 1e-13 * fabs(value))) {
        printf("    variants of the primal: %.17g and %.17g  WRONG\n", value, plain);
        wrong++;
    }
    f->hand(problem, gradient);
    wrong += f->verify(data, c->small, problem, value, gradient);
    if (f->parameters(problem) != NULL) {
        double error = difference_error(f, problem, n, gradient);
        printf("    %-16s %7d directions, relative error %8.2e  %s\n", "differences",
               DIRECTIONS + VARIABLES, error, error < 1e-8 ? "ok" : "WRONG");
        wrong += !(error < 1e-8);
    }
    free(gradient);
    f->close(problem);
    return wrong;
}

int main(int argc, char **argv)
{
    const char *data = argc > 1 ? argv[1] : "../examples/data";
    int wrong = 0;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        wrong += check(&cases[i], data);
    printf("%s\n", wrong == 0 ? "all hand-written gradients are right"
                              : "SOME HAND-WRITTEN GRADIENTS ARE WRONG");
    return wrong == 0 ? 0 : 1;
}

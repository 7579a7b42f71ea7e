/*
 * Gradient of a Gaussian mixture model, compared with verified values.
 *
 * Usage: gmm [directory with the data files]. For three sizes the program
 * prints the objective, the norm of the gradient, its error and its cost. The
 * exit status is 0 only if every value is within its tolerance.
 */
#include "../common/expected.h"
#include "../common/stopwatch.h"
#include "gmm.h"
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

struct run {
    struct gmm g;
    double value;
    double *gradient;
};

static void evaluate(void *argument)
{
    struct run *r = argument;
    const struct gmm *g = &r->g;
    const double *means = g->parameters + g->k;
    const double *icf = means + g->k * g->d;

    r->value = gmm_objective(g->d, g->k, g->n, g->parameters, means, icf, g->x, g->gamma, g->m);
}

static void differentiate(void *argument)
{
    struct run *r = argument;
    const struct gmm *g = &r->g;
    int means = g->k;
    int icf = means + g->k * g->d;

    memset(r->gradient, 0, (size_t)gmm_parameter_count(g) * sizeof(double));
    __enzyme_autodiff((void *)gmm_objective, enzyme_const, g->d, enzyme_const, g->k, enzyme_const,
                      g->n, enzyme_dup, g->parameters, r->gradient, enzyme_dup,
                      g->parameters + means, r->gradient + means, enzyme_dup, g->parameters + icf,
                      r->gradient + icf, enzyme_const, g->x, enzyme_const, g->gamma, enzyme_const,
                      g->m);
}

/* Compares with the expected file; the number of values that are wrong. */
static int compare(const struct run *r, const struct expected *e)
{
    const struct gmm *g = &r->g;
    int row = g->d * (g->d + 1) / 2;
    const double *objective = expected_section(e, "objective", 1, 1);
    const double *alphas = expected_section(e, "alphas", 1, g->k);
    const double *means = expected_section(e, "means", g->k, g->d);
    const double *icf = expected_section(e, "icf", g->k, row);
    const double *d_means = r->gradient + g->k;
    const double *d_icf = d_means + g->k * g->d;

    if (!objective || !alphas || !means || !icf)
        return 1;
    return compare_relative("objective", &r->value, objective, 1, 1e-12) +
           compare_relative("d/d alphas", r->gradient, alphas, g->k, 1e-10) +
           compare_relative("d/d means", d_means, means, g->k * g->d, 1e-10) +
           compare_relative("d/d icf", d_icf, icf, g->k * row, 1e-10);
}

static int run_file(const char *directory, const char *name)
{
    char input[1024], expected[1024];
    struct run r;

    snprintf(input, sizeof input, "%s/%s.txt", directory, name);
    snprintf(expected, sizeof expected, "%s/%s.expected.txt", directory, name);
    struct expected *e = expected_read(expected);
    if (e == NULL || !gmm_read(input, &r.g))
        return 1;
    int count = gmm_parameter_count(&r.g);
    r.gradient = malloc((size_t)count * sizeof(double));

    evaluate(&r);
    differentiate(&r);
    printf("%s: %d parameters\n", name, count);
    printf("    objective %.17g, gradient norm %.10g\n", r.value,
           euclidean_norm(r.gradient, count));
    int wrong = compare(&r, e);
    double primal = seconds_per_call(evaluate, &r);
    double gradient = seconds_per_call(differentiate, &r);
    printf("    time: objective %.3f ms, gradient %.3f ms, ratio %.2f\n", 1e3 * primal,
           1e3 * gradient, gradient / primal);

    free(r.gradient);
    gmm_free(&r.g);
    expected_free(e);
    return wrong;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"gmm_d2_K5", "gmm_d10_K25", "gmm_d20_K50"};
    const char *directory = argc > 1 ? argv[1] : "../data/gmm";
    int wrong = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        wrong += run_file(directory, names[i]);
    printf("%s\n", wrong == 0 ? "all values agree" : "SOME VALUES ARE WRONG");
    return wrong == 0 ? 0 : 1;
}

/*
 * Gradient of an LSTM network, compared with verified values.
 *
 * Usage: lstm [directory with the data files]. Prints the objective, the norm
 * of the gradient in all parameters, its error and its cost. Some entries are
 * exactly zero. The exit status is 0 only if every value is within its
 * tolerance.
 */
#include "../common/expected.h"
#include "../common/stopwatch.h"
#include "input.h"
#include "lstm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

struct run {
    struct network n;
    double value;
    double *gradient;
};

static int parameter_count(const struct network *n)
{
    return network_main_count(n) + network_extra_count(n);
}

static void evaluate(void *argument)
{
    struct run *r = argument;
    const struct network *n = &r->n;

    r->value = lstm_objective(n->layers, n->length, n->width, n->parameters,
                              n->parameters + network_main_count(n), n->initial, n->text);
}

static void differentiate(void *argument)
{
    struct run *r = argument;
    const struct network *n = &r->n;
    int extra = network_main_count(n);

    memset(r->gradient, 0, (size_t)parameter_count(n) * sizeof(double));
    __enzyme_autodiff((void *)lstm_objective, enzyme_const, n->layers, enzyme_const, n->length,
                      enzyme_const, n->width, enzyme_dup, n->parameters, r->gradient, enzyme_dup,
                      n->parameters + extra, r->gradient + extra, enzyme_const, n->initial,
                      enzyme_const, n->text);
}

static int count_zeros(const double *v, int count)
{
    int zeros = 0;

    for (int i = 0; i < count; i++)
        zeros += v[i] == 0.0;
    return zeros;
}

/* Compares with the expected file; the number of values that are wrong. */
static int compare(const struct run *r, const struct expected *e)
{
    const struct network *n = &r->n;
    int main_count = network_main_count(n);
    const double *objective = expected_section(e, "objective", 1, 1);
    const double *main_params = expected_section(e, "main_params", 2 * n->layers, 4 * n->width);
    const double *extra_params = expected_section(e, "extra_params", 3, n->width);

    if (!objective || !main_params || !extra_params)
        return 1;
    return compare_relative("objective", &r->value, objective, 1, 1e-12) +
           compare_relative("d/d main_params", r->gradient, main_params, main_count, 1e-10) +
           compare_relative("d/d extra_params", r->gradient + main_count, extra_params,
                            network_extra_count(n), 1e-10);
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "../data/lstm";
    char input[1024], expected[1024];
    struct run r;

    snprintf(input, sizeof input, "%s/lstm_l2_c1024.txt", directory);
    snprintf(expected, sizeof expected, "%s/lstm_l2_c1024.expected.txt", directory);
    struct expected *e = expected_read(expected);
    if (e == NULL || !network_read(input, &r.n))
        return 1;
    int count = parameter_count(&r.n);
    r.gradient = malloc((size_t)count * sizeof(double));

    evaluate(&r);
    differentiate(&r);
    printf("%d layers of %d units, %d characters: %d parameters\n", r.n.layers, r.n.width,
           r.n.length, count);
    printf("    objective %.17g, gradient norm %.10g, %d exact zeros\n", r.value,
           euclidean_norm(r.gradient, count), count_zeros(r.gradient, count));
    int wrong = compare(&r, e);
    double primal = seconds_per_call(evaluate, &r);
    double gradient = seconds_per_call(differentiate, &r);
    printf("    time: objective %.3f ms, gradient %.3f ms, ratio %.2f\n", 1e3 * primal,
           1e3 * gradient, gradient / primal);
    printf("%s\n", wrong == 0 ? "all values agree" : "SOME VALUES ARE WRONG");

    free(r.gradient);
    network_free(&r.n);
    expected_free(e);
    return wrong == 0 ? 0 : 1;
}

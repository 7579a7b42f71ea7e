/*
 * Gaussian mixture models: the input of examples/gmm.
 */
#include "../../examples/common/expected.h"
#include "../../examples/gmm/input.h"
#include "../suite.h"

#include <stdio.h>
#include <stdlib.h>

void *gmm_open(const char *data, const char *argument)
{
    struct gmm *g = malloc(sizeof *g);
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.txt", data, argument);
    if (g != NULL && !gmm_read(path, g)) {
        free(g);
        return NULL;
    }
    return g;
}

void gmm_close(void *problem)
{
    gmm_free(problem);
    free(problem);
}

double *gmm_parameters(void *problem)
{
    return ((struct gmm *)problem)->parameters;
}

size_t gmm_size(const void *problem)
{
    return (size_t)gmm_parameter_count(problem);
}

int gmm_verify(const char *data, const char *argument, const void *problem, double value,
               const double *gradient)
{
    const struct gmm *g = problem;
    int row = g->d * (g->d + 1) / 2;
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.expected.txt", data, argument);
    struct expected *e = expected_read(path);
    if (e == NULL)
        return 1;
    const double *objective = expected_section(e, "objective", 1, 1);
    const double *alphas = expected_section(e, "alphas", 1, g->k);
    const double *means = expected_section(e, "means", g->k, g->d);
    const double *icf = expected_section(e, "icf", g->k, row);
    int wrong = 1;
    if (objective && alphas && means && icf) {
        wrong = compare_relative("objective", &value, objective, 1, 1e-12);
        wrong += compare_relative("alphas", gradient, alphas, g->k, 1e-10);
        gradient += g->k;
        wrong += compare_relative("means", gradient, means, g->k * g->d, 1e-10);
        gradient += g->k * g->d;
        wrong += compare_relative("icf", gradient, icf, g->k * row, 1e-10);
    }
    expected_free(e);
    return wrong;
}

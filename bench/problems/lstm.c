/*
 * LSTM: the input of examples/lstm.
 */
#include "../../examples/common/expected.h"
#include "../../examples/lstm/input.h"
#include "../suite.h"

#include <stdio.h>
#include <stdlib.h>

void *lstm_open(const char *data, const char *argument)
{
    struct network *n = malloc(sizeof *n);
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.txt", data, argument);
    if (n != NULL && !network_read(path, n)) {
        free(n);
        return NULL;
    }
    return n;
}

void lstm_close(void *problem)
{
    network_free(problem);
    free(problem);
}

double *lstm_parameters(void *problem)
{
    return ((struct network *)problem)->parameters;
}

size_t lstm_size(const void *problem)
{
    return (size_t)(network_main_count(problem) + network_extra_count(problem));
}

int lstm_verify(const char *data, const char *argument, const void *problem, double value,
                const double *gradient)
{
    const struct network *n = problem;
    int main_count = network_main_count(n);
    char path[1024];

    snprintf(path, sizeof path, "%s/%s.expected.txt", data, argument);
    struct expected *e = expected_read(path);
    if (e == NULL)
        return 1;
    const double *objective = expected_section(e, "objective", 1, 1);
    const double *main_params = expected_section(e, "main_params", 2 * n->layers, 4 * n->width);
    const double *extra_params = expected_section(e, "extra_params", 3, n->width);
    int wrong = 1;
    if (objective && main_params && extra_params)
        wrong = compare_relative("objective", &value, objective, 1, 1e-12) +
                compare_relative("main_params", gradient, main_params, main_count, 1e-10) +
                compare_relative("extra_params", gradient + main_count, extra_params,
                                 network_extra_count(n), 1e-10);
    expected_free(e);
    return wrong;
}

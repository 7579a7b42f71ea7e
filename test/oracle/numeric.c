/* Difference quotients for the comparison macros under ORACLE_NUMERIC. */
#define ORACLE_NUMERIC
#include <stdlib.h>
#include <string.h>

#include "oracle_internal.h"

double oracle_numeric_tangent(oracle_objective *f, const double *x, const double *dx, int n)
{
    double error, result;
    struct objective_line line = {f, x, dx, oracle_allocate((size_t)n, sizeof(double)), n};

    result = oracle_difference(objective_on_line, &line, &error);
    free(line.at);
    return result;
}

void oracle_numeric_gradient(oracle_objective *f, const double *x, double *dx, int n)
{
    double *axis = oracle_allocate((size_t)n, sizeof *axis);

    for (int i = 0; i < n; i++) {
        axis[i] = 1;
        dx[i] += oracle_numeric_tangent(f, x, axis, n);
        axis[i] = 0;
    }
    free(axis);
}

/* d/dt <weight, outputs> along direction at the point held by run. */
static double map_quotient(struct map_line *line, const double *direction, const double *weight)
{
    double error;

    line->direction = direction;
    line->weight = weight;
    return oracle_difference(map_on_line, line, &error);
}

static double *stack(const double *a, int n, const double *b, int m)
{
    double *both = oracle_allocate((size_t)(n + m), sizeof *both);

    if (n > 0)
        memcpy(both, a, (size_t)n * sizeof *both);
    if (m > 0)
        memcpy(both + n, b, (size_t)m * sizeof *both);
    return both;
}

static void unstack(const double *both, double *a, int n, double *b, int m)
{
    if (n > 0)
        memcpy(a, both, (size_t)n * sizeof *a);
    if (m > 0)
        memcpy(b, both + n, (size_t)m * sizeof *b);
}

/* Forward takes the axis as weight, reverse as direction. */
static void map_quotients(struct map_fn f, struct oracle_run *run, int n, int m, bool forward)
{
    int total = n + m;
    double *start = stack(run->x, n, run->y, m), *given = stack(run->dx, n, run->dy, m);
    double *axis = oracle_allocate((size_t)total, sizeof *axis);
    double *result = oracle_allocate((size_t)total, sizeof *result);
    struct map_line line = {.f = f, .n = n, .m = m, .start = start};

    line.at = oracle_allocate((size_t)total, sizeof *start);
    for (int i = 0; i < total; i++) {
        axis[i] = 1;
        result[i] = forward ? map_quotient(&line, given, axis) : map_quotient(&line, axis, given);
        axis[i] = 0;
    }
    unstack(result, run->dx, n, run->dy, m);
    map_run(f, run->x, n, run->y, m);
    free(start);
    free(given);
    free(axis);
    free(result);
    free(line.at);
}

void oracle_numeric_map_forward(oracle_map *map, oracle_inplace *inplace, struct oracle_run *run,
                                int n, int m)
{
    map_quotients((struct map_fn){map, inplace}, run, n, m, true);
}

void oracle_numeric_map_reverse(oracle_map *map, oracle_inplace *inplace, struct oracle_run *run,
                                int n, int m)
{
    map_quotients((struct map_fn){map, inplace}, run, n, m, false);
}

static double scalar_quotient(struct scalar_line *line)
{
    double error;

    return oracle_difference(scalar_on_line, line, &error);
}

double oracle_numeric_scalar(oracle_scalar_fn *f, double x)
{
    return scalar_quotient(
        &(struct scalar_line){.f1 = f, .at = &x, .direction = (const double[]){1}});
}

double oracle_numeric_scalar2(oracle_scalar2_fn *f, double x, double dx, double y, double dy)
{
    return scalar_quotient(&(struct scalar_line){
        .f2 = f, .at = (const double[]){x, y}, .direction = (const double[]){dx, dy}});
}

double oracle_numeric_scalar3(oracle_scalar3_fn *f, double x, double dx, double y, double dy,
                              double z, double dz)
{
    return scalar_quotient(&(struct scalar_line){
        .f3 = f, .at = (const double[]){x, y, z}, .direction = (const double[]){dx, dy, dz}});
}

float oracle_numeric_float(oracle_float_fn *f, float x)
{
    return float_difference(f, x);
}

long double oracle_numeric_long(oracle_long_fn *f, long double x)
{
    return long_difference(f, x);
}

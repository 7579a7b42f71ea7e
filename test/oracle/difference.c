/* Central differences with step control.
 *
 * Ridders' method (Adv. Eng. Software 4, 1982): central differences over halved
 * steps, extrapolated to step zero in a Neville tableau; the entry whose
 * neighbours agree best wins, so a kink or a branch inside a large step does
 * not spoil the result. A quotient that never settles is reported, not trusted. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle_internal.h"

enum { LEVELS = 11 };
static const double FIRST_STEP = 0.02;
/* Allowed distance to a settled quotient, and what counts as settled. */
static const double AGREEMENT = 1e-7;
static const double SETTLED = 1e-5;

double oracle_difference(oracle_eval *eval, void *context, double *error)
{
    double table[LEVELS][LEVELS];
    double best = NAN, step = FIRST_STEP;

    *error = INFINITY;
    for (int i = 0; i < LEVELS; i++, step /= 2) {
        double factor = 4;
        table[0][i] = (eval(context, step) - eval(context, -step)) / (2 * step);
        for (int j = 1; j <= i; j++, factor *= 4) {
            double change;
            table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
            change =
                fmax(fabs(table[j][i] - table[j - 1][i]), fabs(table[j][i] - table[j - 1][i - 1]));
            if (change <= *error) {
                *error = change;
                best = table[j][i];
            }
        }
    }
    return best;
}

bool oracle_check_difference(const struct oracle_site *site, oracle_eval *eval, void *context,
                             double derivative, double scale)
{
    char name[200];
    struct oracle_site against = {site->file, site->line, name};
    double error, quotient = oracle_difference(eval, context, &error);
    double size = fmax(fmax(scale, fabs(quotient)), 1e-3);

    if (!(error <= SETTLED * size)) {
        snprintf(name, sizeof name, "%s: differences do not settle (error %.3g)", site->what,
                 error);
        return oracle_that(&against, false);
    }
    snprintf(name, sizeof name, "%s: derivative %.17g against difference %.17g", site->what,
             derivative, quotient);
    return oracle_that(&against, fabs(derivative - quotient) <= AGREEMENT * size + 10 * error);
}

double objective_on_line(void *context, double t)
{
    struct objective_line *line = context;

    for (int i = 0; i < line->n; i++)
        line->at[i] = line->x[i] + t * line->direction[i];
    return line->f(line->at, line->n);
}

void map_run(struct map_fn f, double *x, int n, double *y, int m)
{
    if (f.map)
        f.map(x, n, y, m);
    else
        f.inplace(x, n);
}

double map_on_line(void *context, double t)
{
    struct map_line *line = context;
    int total = line->n + line->m;

    for (int i = 0; i < total; i++)
        line->at[i] = line->start[i] + t * line->direction[i];
    map_run(line->f, line->at, line->n, line->at + line->n, line->m);
    return oracle_dot(line->weight, line->at, total);
}

double scalar_on_line(void *context, double t)
{
    const struct scalar_line *line = context;
    double v[3] = {0, 0, 0};
    int n = line->f1 ? 1 : line->f2 ? 2 : 3;

    for (int i = 0; i < n; i++)
        v[i] = line->at[i] + t * line->direction[i];
    if (line->f1)
        return line->f1(v[0]);
    return line->f2 ? line->f2(v[0], v[1]) : line->f3(v[0], v[1], v[2]);
}

/* Float and long double: one extrapolation at a step that suits the format. */
float float_difference(oracle_float_fn *f, float x)
{
    const float h = 0.03125f;
    double wide = ((double)f(x + h) - f(x - h)) / (2 * h);
    double half = ((double)f(x + h / 2) - f(x - h / 2)) / h;

    return (float)((4 * half - wide) / 3);
}

long double long_difference(oracle_long_fn *f, long double x)
{
    const long double h = 0x1p-11L;
    long double wide = (f(x + h) - f(x - h)) / (2 * h);
    long double half = (f(x + h / 2) - f(x - h / 2)) / h;

    return (4 * half - wide) / 3;
}

/* <enzcc/implicit.h>: a root finder behind an interface with callbacks, as numerical libraries have
 * them: a function pointer, its parameters behind void *, a workspace on the heap. The root is
 * bracketed and bisected, which as such has no derivative at all. */
#include "oracle.h"
#include <enzcc/implicit.h>
#include <math.h>
#include <stdlib.h>

/* ---- the library ---- */

struct function {
    double (*at)(double x, const void *params);
    const void *params;
};
struct bracket_solver {
    const struct function *function;
    double lower, upper, value;
};
static struct bracket_solver *solver_alloc(const struct function *function, double a, double b)
{
    struct bracket_solver *s = malloc(sizeof *s);
    *s = (struct bracket_solver){function, a, b, function->at(a, function->params)};
    return s;
}
static void solver_iterate(struct bracket_solver *s)
{
    double middle = (s->lower + s->upper) / 2, value = s->function->at(middle, s->function->params);
    if ((value > 0) == (s->value > 0))
        s->lower = middle, s->value = value;
    else
        s->upper = middle;
}

/* ---- the program ---- */

struct orbit {
    double mean_anomaly, eccentricity;
};
/* Kepler's equation */
static double kepler(double x, const void *params)
{
    const struct orbit *orbit = params;
    return x - orbit->eccentricity * sin(x) - orbit->mean_anomaly;
}
static double wien(double x, const void *params)
{
    return (x - 5) * exp(x) + *(const double *)params;
}

static void residual(const double *x, double *r, size_t n, const double *p, size_t np,
                     const struct function *function)
{
    r[0] = function->at(x[0], function->params);
}
void find_root(double *x, size_t n, const double *p, size_t np, const struct function *function)
{
    struct bracket_solver *s = solver_alloc(function, x[0] - 4, x[0] + 4);
    while (nextafter(s->lower, s->upper) < s->upper)
        solver_iterate(s);
    x[0] = (s->lower + s->upper) / 2;
    free(s);
}
ENZ_IMPLICIT(find_root, residual, enz_solve_dense, struct function);

static double root_of(const struct function *function, double guess)
{
    find_root(&guess, 1, NULL, 0, function);
    return guess;
}
static double anomaly(double mean_anomaly, double eccentricity)
{
    struct orbit orbit = {mean_anomaly, eccentricity};
    struct function function = {kepler, &orbit};
    return root_of(&function, mean_anomaly);
}
static double displacement(double a)
{
    struct function function = {wien, &a};
    double x = root_of(&function, 6);
    return x * x;
}

int main(void)
{
    double m = 1.2, e = 0.4, x = anomaly(m, e);
    CHECK(x - e * sin(x), m);
    ORACLE_SCALAR2(anomaly, m, e);
    CHECK(__enzyme_fwddiff((void *)anomaly, m, 1.0, e, 0.0), 1 / (1 - e * cos(x)));
    CHECK(__enzyme_fwddiff((void *)anomaly, m, 0.0, e, 1.0), sin(x) / (1 - e * cos(x)));
    ORACLE_SCALAR(displacement, 5.0);
    return oracle_result();
}

/* Shows that the oracle catches what it is there to catch.
 *
 * Run with a case name: the case must end with the status that CMake expects of
 * it. Derivatives are written by hand here, right ones and wrong ones. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle.h"

static double square_sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

/* Gradient of square_sum times factor, plus offset in component 1. */
static void gradient(double factor, double offset)
{
    const double x[3] = {1, -2, 0.5};
    struct oracle_gradient *g = oracle_gradient_begin(x, 3);

    for (int i = 0; i < 3; i++)
        g->reverse[i] = g->forward[i] = factor * 2 * x[i] + (i == 1 ? offset : 0);
    oracle_gradient_end(ORACLE_SITE("gradient"), square_sum, g, NULL, 0);
}

static void gradient_modes_differ(void)
{
    const double x[1] = {1};
    struct oracle_gradient *g = oracle_gradient_begin(x, 1);

    g->reverse[0] = 2;
    g->forward[0] = 2 + 1e-8;
    oracle_gradient_end(ORACLE_SITE("gradient"), square_sum, g, NULL, 0);
}

static void scale_by_first(double *x, int n)
{
    for (int i = n - 1; i >= 0; i--)
        x[i] *= x[0];
}

/* bad: nothing, the tangent, the adjoint or the primal value is off. */
static void in_place(int bad)
{
    struct oracle_trial *t = oracle_trial_begin((const double[]){2, 3}, 2, NULL, 0, 0);
    double *v = t->forward.dx, *w = t->reverse.dx;
    double w0 = w[0], w1 = w[1];

    v[1] = 2 * v[1] + 3 * v[0] + (bad == 1);
    v[0] = 4 * v[0];
    w[0] = 4 * w0 + 3 * w1;
    w[1] = 2 * w1 + (bad == 2 ? 1e-6 : 0);
    scale_by_first(t->forward.x, 2);
    scale_by_first(t->reverse.x, 2);
    t->reverse.x[1] += bad == 3;
    oracle_inplace_end(ORACLE_SITE("in place"), scale_by_first, t);
}

static void product(const double *x, double *y)
{
    y[0] = x[0] * x[1];
}

static void product_forward(const double *x, const double *dx, double *y, double *dy)
{
    product(x, y);
    dy[0] = dx[0] * x[1] + x[0] * dx[1];
}

static void product_reverse(const double *x, double *dx, double *y, double *dy)
{
    product(x, y);
    dx[0] += dy[0] * x[1];
    dx[1] += dy[0] * x[0];
}

static void product_reverse_swapped(const double *x, double *dx, double *y, double *dy)
{
    product(x, y);
    dx[0] += dy[0] * x[0];
    dx[1] += dy[0] * x[1];
}

static void problem(bool swapped)
{
    struct oracle_problem p = {2, 1, product, product_forward,
                               swapped ? product_reverse_swapped : product_reverse};
    ORACLE_PROBLEM(&p, ((const double[]){3, 5}));
}

static double kink(double x)
{
    return fabs(x);
}

static double step(double x)
{
    return x > 0;
}

static void captured(void)
{
    oracle_capture_begin();
    printf("inside\n");
    CHECK_THAT(strcmp(oracle_capture_end(), "inside\n") == 0);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

#define CASE(text) else if (strcmp(name, text) == 0)
    if (strcmp(name, "no_check") == 0) {
    }
    CASE("equal")
    {
        CHECK(2.0, 2.0);
        CHECK(INFINITY, INFINITY);
        CHECK(1 + 1e-11, 1.0);
    }
    CASE("unequal") CHECK(1 + 1e-9, 1.0);
    CASE("nan") CHECK(NAN, 1.0);
    CASE("nan_both") CHECK(NAN, NAN);
    CASE("nan_expected") CHECK_NAN(NAN);
    CASE("not_nan") CHECK_NAN(1.0);
    CASE("infinite") CHECK(INFINITY, 1.0);
    CASE("finite") CHECK(1.0, INFINITY);
    CASE("one_of_two")
    {
        CHECK(1.0, 2.0);
        CHECK(1.0, 1.0);
    }
    CASE("array_bad") CHECK_ARRAY(((double[]){1, 2}), ((double[]){1, 3}), 2);
    CASE("gradient_good") gradient(1, 0);
    CASE("gradient_scaled") gradient(1.00001, 0);
    CASE("gradient_offset") gradient(1, 1e-4);
    CASE("gradient_nan") gradient(1, NAN);
    CASE("gradient_modes") gradient_modes_differ();
    CASE("in_place_good") in_place(0);
    CASE("in_place_tangent") in_place(1);
    CASE("in_place_adjoint") in_place(2);
    CASE("in_place_primal") in_place(3);
    CASE("problem_good") problem(false);
    CASE("problem_swapped") problem(true);
    CASE("kink_aside") oracle_scalar(ORACLE_SITE("|x|"), kink, -0.003, -1, -1);
    CASE("unsettled") oracle_scalar(ORACLE_SITE("step"), step, 0, 0, 0);
    CASE("capture") captured();
    else CHECK_THAT(!"a known case");
    return oracle_result();
}

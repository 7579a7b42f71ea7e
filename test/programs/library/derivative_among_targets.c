/* Functions that take derivatives have the type of what the differentiated code
 * calls through pointers: one takes the derivative of another function and may be
 * meant; one takes the derivative that is being made, and cannot be meant. */
#include "oracle.h"

typedef double function(double, const double *);

struct problem {
    function *value, *slope;
};

static double hill(double x, const double *p)
{
    return p[0] * x * x + p[1];
}
static double hill_slope(double x, const double *p)
{
    return __enzyme_autodiff((void *)hill, x, enzyme_const, p);
}
static struct problem problems[2] = {{hill, hill_slope}, {hill_slope, hill_slope}};

/* Calls whatever it is given. */
static double mean(const struct problem *q, double x, const double *p)
{
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += q->value(x + i, p);
    return s / 4;
}

static double of_first(double x, const double *p)
{
    return mean(&problems[0], x, p);
}
static double of_second(double x, const double *p)
{
    return mean(&problems[1], x, p);
}

/* The driver of a solver calls this through a pointer of the same type. */
static double of_first_slope(double x, const double *p)
{
    return __enzyme_autodiff((void *)of_first, x, enzyme_const, p);
}

static double newton(function *value, function *slope, double x, const double *p)
{
    for (int i = 0; i < 20; i++)
        x -= value(x, p) / slope(x, p);
    return x;
}

int main(void)
{
    const double p[2] = {1.5, -20};
    CHECK(of_first_slope(0.4, p), 2 * 1.5 * (0.4 + 1.5));
    CHECK(__enzyme_autodiff((void *)of_second, 0.4, enzyme_const, p), 2 * 1.5);
    CHECK(__enzyme_fwddiff((void *)of_second, 0.4, 1.0, enzyme_const, p), 2 * 1.5);
    double root = newton(of_first, of_first_slope, 3, p);
    CHECK_TOL(of_first(root, p), 0, 1e-9);
    return oracle_result();
}

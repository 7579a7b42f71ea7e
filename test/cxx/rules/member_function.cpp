// A member function with a rule: `this` comes first, with its shadow.
#include "oracle.h"
#include <cmath>

struct Root {
    double a, b;
    __attribute__((noinline)) double solve(double x) const; // the y with y^3 + a y = b x
};
double Root::solve(double x) const
{
    double y = 1;
    for (int i = 0; i < 60; i++)
        y -= (y * y * y + a * y - b * x) / (3 * y * y + a);
    return y;
}

struct Kept {
    double y, value;
    double shadow;
};
static Kept solve_augmented(const Root *self, Root *, double x)
{
    double y = self->solve(x);
    return {y, y, 0};
}
static int rule_runs;
static double solve_reverse(const Root *self, Root *d, double x, double seed, double y)
{
    rule_runs++;
    double t = seed / (3 * y * y + self->a);
    d->a -= t * y;
    d->b += t * x;
    return t * self->b;
}
struct Result {
    double value, tangent;
};
static Result solve_forward(const Root *self, const Root *d, double x, double dx)
{
    double y = self->solve(x);
    return {y, (self->b * dx + d->b * x - d->a * y) / (3 * y * y + self->a)};
}

// A member function has no plain address in C++; its symbol does.
extern "C" double solve_symbol(const Root *, double) __asm__("_ZNK4Root5solveEd");
__attribute__((used)) void *__enzyme_register_gradient_solve[] = {
    (void *)solve_symbol, (void *)solve_augmented, (void *)solve_reverse};
__attribute__((used)) void *__enzyme_register_derivative_solve[] = {(void *)solve_symbol,
                                                                    (void *)solve_forward};

static double f(const double *x, int n)
{
    Root r{x[0], x[1]};
    return r.solve(x[2]) * r.solve(2);
}

int main()
{
    double x[3] = {1.5, 0.5, 2.5};
    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(rule_runs == 2);
    return oracle_result();
}

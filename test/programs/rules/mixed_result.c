/* Results that hold numbers and other things: the seed is a struct like the result. */
#include "oracle.h"
#include <math.h>

struct root {
    double at;
    int steps;
};
struct root solve(double x)
{
    struct root r = {1, 0};
    for (; r.steps < 30; r.steps++)
        r.at = (r.at + x / r.at) / 2;
    return r;
}
struct root solve_augmented(double x)
{
    return solve(x);
}
double solve_reverse(double x, struct root seed)
{
    return 10 * seed.at / (2 * sqrt(x));
}
struct dual {
    struct root value, tangent;
};
struct dual solve_forward(double x, double dx)
{
    struct dual d = {solve(x), {10 * dx / (2 * sqrt(x)), 0}};
    return d;
}
void *__enzyme_register_gradient_solve[] = {(void *)solve, (void *)solve_augmented,
                                            (void *)solve_reverse};
void *__enzyme_register_derivative_solve[] = {(void *)solve, (void *)solve_forward};

static double f(double x)
{
    struct root r = solve(x * x);
    return r.steps > 0 ? r.at * 3 : 0;
}

/* only the integer is used: no seed needed */
struct count {
    double sum;
    long n;
};
struct count count(const double *x)
{
    return (struct count){x[0] + x[1], 2};
}
struct count count_augmented(const double *x, double *dx)
{
    return count(x);
}
void count_reverse(const double *x, double *dx)
{
}
void *__enzyme_register_gradient_count[] = {(void *)count, (void *)count_augmented,
                                            (void *)count_reverse};
static double g(double x)
{
    double v[2] = {x, x};
    return x * count(v).n;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 30);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 30);
    CHECK(__enzyme_autodiff((void *)g, 2.0), 2);
    return oracle_result();
}

/* A reverse rule that is itself made with derivatives of another function: an implicit function, by
 * the implicit function theorem. */
#include "oracle.h"
#include <math.h>

extern int enzyme_const;

/* y with residual(y, x) = 0 */
static double residual(double y, double x)
{
    return y * y * y + exp(x) * y - x;
}

double solve(double x)
{
    double y = 0;
    for (int i = 0; i < 60; i++)
        y -= residual(y, x) / (3 * y * y + exp(x));
    return y;
}

struct kept {
    double y, value, shadow;
};
struct kept solve_augmented(double x)
{
    double y = solve(x);
    return (struct kept){y, y, 0};
}
double solve_reverse(double x, double seed, double y)
{
    double by_y = __enzyme_autodiff((void *)residual, y, enzyme_const, x);
    double by_x = __enzyme_autodiff((void *)residual, enzyme_const, y, x);
    return -seed * by_x / by_y;
}
void *__enzyme_register_gradient_solve[] = {(void *)solve, (void *)solve_augmented,
                                            (void *)solve_reverse};

static double f(double x)
{
    return solve(sin(x)) * x;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.9);
    ORACLE_SCALAR(solve, -0.3);
    return oracle_result();
}

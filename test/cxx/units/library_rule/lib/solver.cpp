#include "solver.h"

namespace solver
{
double Newton::cube_root(double x) const
{
    double y = options.start;
    for (int i = 0; i < options.steps; i++)
        y -= (y * y * y - x) / (3 * y * y);
    return y;
}

namespace
{
struct Forward {
    double value, tangent;
};
double reverse(const Newton *self, Newton *, double x, double seed)
{
    double y = self->cube_root(x);
    return seed / (3 * y * y);
}
Forward forward(const Newton *self, const Newton *, double x, double dx)
{
    double y = self->cube_root(x);
    return {y, dx / (3 * y * y)};
}
} // namespace
} // namespace solver

extern "C" double solve(const solver::Newton *, double) __asm__("_ZNK6solver6Newton9cube_rootEd");
void *__enzyme_register_gradient_solve[] = {(void *)solve, (void *)solve, (void *)solver::reverse};
void *__enzyme_register_derivative_solve[] = {(void *)solve, (void *)solver::forward};

// A library brings rules for its member functions: registered in the archive, used by a program
// that knows nothing of them.
#include "lib/solver.h"
#include "oracle.h"

static double f(double x)
{
    // Far too few steps: only the rule gives the derivative of the root.
    solver::Newton rough({1, 2.01}), fine({30, 1});
    return rough.cube_root(x) + fine.cube_root(x * x);
}

int main()
{
    double y = solver::Newton({1, 2.01}).cube_root(8);
    CHECK(__enzyme_autodiff((void *)f, 8.0), 1 / (3 * y * y) + 16 / (3 * 16.0));
    CHECK(__enzyme_fwddiff((void *)f, 8.0, 1.0), 1 / (3 * y * y) + 16 / (3 * 16.0));
    return oracle_result();
}

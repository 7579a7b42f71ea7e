/* The function operand: a local variable, a constant table entry, an always-inline parameter. */
#include "oracle.h"

typedef double scalar_function(double);

static double square(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}

static scalar_function *const table[2] = {square, cube};

__attribute__((always_inline)) static inline double slope(scalar_function *g, double x)
{
    return __enzyme_autodiff((void *)g, x);
}

int main(void)
{
    scalar_function *local = square;

    CHECK(__enzyme_autodiff((void *)local, 3.0), 6);
    CHECK(__enzyme_autodiff((void *)table[1], 3.0), 27);
    CHECK(__enzyme_autodiff((void *)&cube, 3.0), 27);
    CHECK(slope(square, 5), 10);
    CHECK(slope(cube, 5), 75);
    return oracle_result();
}

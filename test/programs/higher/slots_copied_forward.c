/* Second derivatives, with forward mode inside, of a function that copies slots in which there are
 * values and pointers: the inner derivative follows the bytes, and the outer one its own. */
#include "oracle.h"

union slot {
    double number;
    void *pointer;
};

static double cube(const double *x, int n)
{
    union slot from[2], to[2];
    from[0].number = x[0] * x[0] * x[0];
    from[1].pointer = &from[0];
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    return to[0].number;
}

static double slope(const double *x, int n)
{
    double dx = 1;
    return __enzyme_fwddiff((void *)cube, enzyme_dup, x, &dx, enzyme_const, n);
}

int main(void)
{
    double x = 2, dx = 1;
    CHECK(slope(&x, 2), 12);
    CHECK(__enzyme_fwddiff((void *)slope, enzyme_dup, &x, &dx, enzyme_const, 2), 12);
    dx = 0;
    __enzyme_autodiff((void *)slope, enzyme_dup, &x, &dx, enzyme_const, 2);
    CHECK(dx, 12);
    return oracle_result();
}

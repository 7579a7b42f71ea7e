/* The result is a global that nothing active reaches: its tangent is zero, not
 * its value. */
#include "oracle.h"

static double offset = 3;
static double table[2] = {4, 5};

static double f(double x, int n)
{
    if (n > 0)
        return offset;
    return table[-n] + 0 * x;
}

static double h(double x)
{
    (void)x;
    return offset;
}

static double g(const double *x, int n)
{
    return n == 7 ? x[0] : table[n];
}

int main(void)
{
    double x[1] = {2}, dx[1] = {1};

    offset += (double)(x[0] > 5);
    table[1] += (double)(x[0] > 5);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0, 1), 0);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0, -1), 0);
    CHECK(__enzyme_fwddiff((void *)g, x, dx, 1), 0);
    CHECK(__enzyme_fwddiff((void *)g, x, dx, 7), 1);
    CHECK(__enzyme_fwddiff((void *)h, 2.0, 1.0), 0);
    CHECK(__enzyme_autodiff((void *)f, 2.0, 1), 0);
    return oracle_result();
}

/* The callees come out of a static archive; one member is never pulled in. */
#include "lib/poly.h"
#include "oracle.h"

static double f(const double *x, int n)
{
    return poly_value(x, n, 2) * poly_slope(x, n, 0.5);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, -2, 0.5, 3}), 4);
    return oracle_result();
}

/* The derivative call is inside a library that gets the function from the program. */
#include "lib/fit.h"
#include "oracle.h"

double model(double t, const double *p)
{
    return p[0] * t * t + p[1] * t * p[0];
}

int main(void)
{
    double p[2] = {2, 3}, slope[2];
    fit_slope(1.5, p, slope);
    CHECK_ARRAY(slope, ((double[]){1.5 * 1.5 + 1.5 * 3, 1.5 * 2}), 2);
    return oracle_result();
}

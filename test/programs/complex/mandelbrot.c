/* The distance estimate of an iterated complex map, as a function of the starting point. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double complex z = 0, c = x[0] + x[1] * I;
    for (int i = 0; i < 12 && cabs(z) < 4; i++)
        z = z * z + c;
    return log(cabs(z));
}

int main(void)
{
    const double inside[] = {-0.6, 0.3}, outside[] = {0.4, 0.45};
    ORACLE_GRADIENT(f, inside, 2);
    ORACLE_GRADIENT(f, outside, 2);
    return oracle_result();
}

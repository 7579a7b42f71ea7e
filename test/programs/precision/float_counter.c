/* Loops counted by floating-point variables: midpoint integration with a step that depends on the
 * input. */
#include <math.h>
#include "oracle.h"

static double f(double a, double b)
{
    double h = b / 16, s = 0;
    for (double t = 0.5; t < 16; t += 1)
        s += exp(-a * (t * h) * (t * h)) * h;
    for (float u = 0; u <= 1.0f; u += 0.25f)
        s += a * u;
    return s;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 1.5);
    return oracle_result();
}

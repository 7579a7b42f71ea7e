/* fma, explicit and in a loop. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0.5;
    for (int i = 0; i < n; i++)
        s = fma(s, x[i], x[(i + 1) % n]);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.4}), 4);
    return oracle_result();
}

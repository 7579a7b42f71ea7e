/* A program compiled with fast-math whose derivative code has no such flags. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0, p = 1;
    for (int i = 0; i < n; i++) {
        s += exp(x[i]) / (1 + x[i] * x[i]);
        p *= cos(x[i]) + 0.5;
    }
    return s * p + sqrt(fabs(s));
}

int main(void)
{
    double x[7];
    oracle_random(x, 7, 3);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

/* The largest eigenvalue of a symmetric matrix; its gradient is v v^T. */
#include <math.h>
#include "oracle.h"

static double f(const double *a, int n)
{
    double v[2] = {1, 0.3}, eigenvalue = 0;
    for (int it = 0; it < 60; it++) {
        double w0 = a[0] * v[0] + a[1] * v[1], w1 = a[2] * v[0] + a[3] * v[1];
        double norm = sqrt(w0 * w0 + w1 * w1);
        eigenvalue = v[0] * w0 + v[1] * w1;
        v[0] = w0 / norm;
        v[1] = w1 / norm;
    }
    return eigenvalue;
}

int main(void)
{
    /* {{2, 1}, {1, 2}}: 3 with v = (1, 1)/sqrt 2 */
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 1, 1, 2}), 4,
                       ((const double[]){0.5, 0.5, 0.5, 0.5}));
    return oracle_result();
}

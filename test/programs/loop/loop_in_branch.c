/* Different loops in the two arms of a condition inside a loop. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) {
            double p = 1;
            for (int j = 0; j <= i; j++)
                p *= x[j];
            s += p;
        } else {
            for (double t = -x[i]; t > 0.1; t *= 0.3)
                s += t * t;
        }
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.3, 2, -0.4, 1.5}), 5);
    return oracle_result();
}

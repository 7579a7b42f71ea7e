/* Leaving by break, with a value computed in the broken iteration. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0, last = 0;
    for (int i = 0; i < n; i++) {
        last = x[i] * x[i];
        if (last > 4)
            break;
        s += last * x[i];
    }
    return s + 10 * last;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){1, 1.5, 3, 7}), 4, ((const double[]){3, 6.75, 60, 0}));
    ORACLE_GRADIENT(f, ((const double[]){1, 1.5, 1.2, 0.7}), 4);
    ORACLE_GRADIENT(f, ((const double[]){5, 1.5, 1.2, 0.7}), 4);
    return oracle_result();
}

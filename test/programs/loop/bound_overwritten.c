/* The loop's own bound changes while it runs. */
#include "oracle.h"

static double f(const double *x, int n)
{
    int limits[1] = {2};
    double s = 1;
    for (int i = 0; i < limits[0]; i++) {
        s = s * x[i] + 1;
        if (limits[0] < n)
            limits[0]++;
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.1, 0.4, 1.5, 0.9, 0.3}), 6);
    return oracle_result();
}

/* A variable-length array whose size changes from iteration to iteration. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int size = 1; size <= n; size++) {
        double part[size];
        for (int i = 0; i < size; i++)
            part[i] = x[i] * (i ? part[i - 1] : 1);
        s += part[size - 1] * part[size / 2];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.9, 1.1, 1.4}), 4);
    return oracle_result();
}

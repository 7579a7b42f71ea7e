/* The same location written in every iteration: only the last value stays. */
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i < n; i++) {
        y[0] = x[i] * x[i];
        y[1] += y[0];
    }
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){1, 2, 3}), 3, ((const double[]){7, 8}), 2);
    return oracle_result();
}

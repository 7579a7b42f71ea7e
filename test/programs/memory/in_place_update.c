/* x[i] is replaced by a function of itself, several times. */
#include "oracle.h"

static void f(double *x, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * x[i];
        x[i] += x[(i + 1) % n];
        x[i] *= x[i];
    }
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, -0.7, 0.9, 0.2}), 4);
    return oracle_result();
}

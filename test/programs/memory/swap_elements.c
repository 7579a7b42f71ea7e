/* Swaps through a temporary and a rotation. */
#include "oracle.h"

static void f(double *x, int n)
{
    for (int i = 0; i < n / 2; i++) {
        double t = x[i];
        x[i] = x[n - 1 - i] * (i + 1);
        x[n - 1 - i] = t * t;
    }
    double first = x[0];
    for (int i = 0; i + 1 < n; i++)
        x[i] = x[i + 1];
    x[n - 1] = first;
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){1, 2, 3, 4, 5}), 5);
    return oracle_result();
}

/* Output elements that several iterations of a loop write: the adjoint belongs to the last one. */
#include <math.h>
#include "oracle.h"
static void f(const double *restrict x, int n, double *restrict y, int m)
{
    double scratch[8];
    for (int i = 0; i < 5; i++) {
        double total = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = sin(x[k] * (i + 1));
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                total += exp(scratch[k] * scratch[j]) * x[j];
        y[i % m] = total;
    }
}
static void f2(const double *restrict x, int n, double *restrict y, int m)
{
    double scratch[8];
    for (int i = 0; i < 5; i++) {
        double total = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = sin(x[k] * (i + 1));
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                total += exp(scratch[k] * scratch[j]) * x[j];
        y[0] = total;
        if (total > 0)
            y[1] = total * total;
    }
}
int main(void)
{
    ORACLE_MAP(f, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){1, 2}), 2);
    ORACLE_MAP(f, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){1, 2, 3, 4, 5, 6}), 6);
    ORACLE_MAP(f2, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){1, 2}), 2);
    return oracle_result();
}

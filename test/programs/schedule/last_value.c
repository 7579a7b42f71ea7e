/* The result is an active value of the last iteration. */
#include <math.h>
#include "oracle.h"
static double f(const double *x, int n)
{
    double scratch[8], sum = 0, last = 0;
    for (int i = 0; i < 6; i++) {
        double total = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = 0.2 * i - x[k];
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                total += exp(scratch[k] * scratch[j]) * x[j];
        sum += total;
        last = total;
    }
    return sum + 3 * last;
}
int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}

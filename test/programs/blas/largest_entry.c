/* cblas_idamax and idamax_ choose an element: the derivative is that of the chosen one. */
#include "oracle.h"
#include <cblas.h>
#include <math.h>

extern int idamax_(const int *n, const double *x, const int *incx);

static double f(const double *x, int n)
{
    double y[4];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] - 1;
    int k = (int)cblas_idamax(n, y, 1), one = 1;
    return y[k] * x[idamax_(&n, x, &one) - 1];
}

int main(void)
{
    double x[4] = {0.5, -2, 1.5, 0.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

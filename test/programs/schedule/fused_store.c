/* The result of a fused loop is stored through a pointer that might alias the inputs; it is stored
 * once, and inputs that do alias it are read before. */
#include <math.h>
#include "oracle.h"

static void f(const double *x, int n, double *out)
{
    double scratch[8], sum = 0;

    for (int i = 0; i < 6; i++) {
        double norm = 0;
        for (int k = 0; k < n; k++)
            scratch[k] = x[k] * x[k] + 0.1 * i;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                norm += exp(scratch[k] * scratch[j]) * sin(x[j]);
        sum += sqrt(1 + norm * norm);
    }
    *out = sum + 1;
}

static double g(const double *x, int n)
{
    double y;
    f(x, n, &y);
    return y;
}

int main(void)
{
    double x[4] = {0.5, -0.7, 0.9, 1.2}, dx[4] = {0}, y = 0, dy = 1,
           alias[4] = {0.5, -0.7, 0.9, 1.2}, dalias[4] = {0};

    ORACLE_GRADIENT(g, ((const double[]){0.5, -0.7, 0.9, 1.2}), 4);
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4, enzyme_dup, &y, &dy);
    CHECK(y, g(x, 4));
    CHECK(dy, 0);
    /* out is x[3]: its adjoint 1 is consumed, and x[3] is an input as well. */
    dalias[3] = 1;
    __enzyme_autodiff((void *)f, enzyme_dup, alias, dalias, enzyme_const, 4, enzyme_dup, &alias[3],
                      &dalias[3]);
    CHECK(alias[3], y);
    CHECK_ARRAY(dalias, dx, 4);
    return oracle_result();
}

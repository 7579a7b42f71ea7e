/* Two different primals accumulate into one shadow. */
#include "oracle.h"

static double f(const double *a, const double *b)
{
    return a[0] * b[0] + 10 * a[1] * b[1];
}

int main(void)
{
    double a[2] = {2, 3}, b[2] = {5, 7}, d[2] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, a, d, enzyme_dup, b, d);
    CHECK_ARRAY(d, ((double[]){5 + 2, 70 + 30}), 2);
    return oracle_result();
}

/* A report that is enzyme_const: what is written there drops its derivative, as asked for. */
#include "oracle.h"

static double f(const double *x, double *report, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        report[i] = s;
    }
    return s * report[0];
}

int main(void)
{
    const double x[3] = {1, 2, 3};
    double dx[3] = {0}, report[3];

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, report, enzyme_const, 3);
    CHECK_ARRAY(dx, ((double[]){2, 4, 6}), 3);
    CHECK_ARRAY(report, ((double[]){1, 5, 14}), 3);
    return oracle_result();
}

/* Everything constant: the derivative is zero and the primal still runs. */
#include "oracle.h"

static int runs;

static double f(double x, const double *p)
{
    runs++;
    return x * p[0];
}

int main(void)
{
    double p[1] = {4};

    CHECK(__enzyme_fwddiff((void *)f, enzyme_const, 3.0, enzyme_const, p), 0);
    CHECK_THAT(runs == 1);
    return oracle_result();
}

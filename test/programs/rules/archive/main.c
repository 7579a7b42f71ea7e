/* Functions with rules in an archive: the registration comes with the member that defines the
 * function. */
#include "oracle.h"
#include <math.h>

double norm2(const double *x, int n);
void scratch(double x);
double identity(double x);

static double f(const double *x, int n)
{
    scratch(x[0]);
    return norm2(x, n) * identity(x[1]);
}

int main(void)
{
    double x[3] = {1, 2, 2}, dx[3] = {0};
    extern void __enzyme_autodiff_v(void *, ...);
    extern int enzyme_dup;
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, 3);
    CHECK(dx[0], 2 * 10 / 3.0);
    CHECK(dx[1], 2 * 20 / 3.0 + 7 * 3);
    return oracle_result();
}

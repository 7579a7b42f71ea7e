/* Markers defined by the program itself, with other types than int. */
#include <stddef.h>

void *enzyme_const;
char enzyme_dup = 'x';

#define ORACLE_CALLS_H /* its declarations have another type */
#include "oracle.h"

extern double __enzyme_autodiff(void *, ...);

static double f(const double *x, double w)
{
    return x[0] * x[0] * w;
}

int main(void)
{
    double x[1] = {3}, dx[1] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 2.0);
    CHECK(dx[0], 12);
    return oracle_result();
}

#include "fit.h"

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

void fit_slope(double t, const double *p, double *slope)
{
    slope[0] = slope[1] = 0;
    __enzyme_autodiff((void *)model, enzyme_const, t, enzyme_dup, p, slope);
}

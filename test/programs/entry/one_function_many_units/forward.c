#include "model.h"
int enzyme_dup, enzyme_const; /* tentative definitions are markers too */
double __enzyme_fwddiff(void *, ...);
double slope_by_forward(const double *p, int n, double t, const double *direction)
{
    return __enzyme_fwddiff((void *)model, enzyme_dup, p, direction, enzyme_const, n, enzyme_const,
                            t);
}
double inline_slope_there(double x)
{
    return __enzyme_fwddiff((void *)shared_inline, x, 1.0);
}

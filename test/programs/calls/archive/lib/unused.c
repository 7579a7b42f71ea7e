#include "poly.h"

double missing_elsewhere(double);

double poly_root(const double *c, int n)
{
    return missing_elsewhere(c[n - 1]);
}

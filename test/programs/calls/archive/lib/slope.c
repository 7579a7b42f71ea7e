#include "poly.h"

double poly_slope(const double *c, int n, double at)
{
    double h = 0.125;
    return (poly_value(c, n, at + h) - poly_value(c, n, at - h)) / (2 * h);
}

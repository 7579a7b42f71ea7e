#include "poly.h"

double poly_value(const double *c, int n, double at)
{
    double r = 0;
    for (int i = n - 1; i >= 0; i--)
        r = r * at + c[i];
    return r;
}

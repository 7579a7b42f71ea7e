#include <math.h>
#include "model.h"
static double basis(int k, double t)
{
    return cos(k * t);
}
double model(const double *p, int n, double t)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += p[k] * p[k] * basis(k, t);
    return s;
}

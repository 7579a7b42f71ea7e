#include <math.h>
double model(const double *x, int n);

static double part(double x, double y)
{
    while (y < 2)
        y = y * y + x;
    return y;
}

double model(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += part(x[i], 1.1) * sin(x[i]);
    return s;
}

#include "model.h"

double sum12(double a, float b, double c, long d, const double *e, double f, double g, int h,
             double i, double j, double k, double *l)
{
    double product = k * *l;
    *l = 0;
    return a * b + c * d + *e * f + g * h + i * j + product;
}

double square(double x)
{
    return x * x;
}

double twice(double x)
{
    double d;
    square_gradient(x, &d);
    return 2 * d;
}

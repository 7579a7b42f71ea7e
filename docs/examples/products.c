#include <enzcc/derivatives.h>
#include <math.h>
#include <stdio.h>

/* From polar to Cartesian coordinates, and the length again. */
static void cartesian(const double *x, double *y)
{
    y[0] = x[0] * cos(x[1]);
    y[1] = x[0] * sin(x[1]);
}
static double length(const double *y)
{
    return sqrt(y[0] * y[0] + y[1] * y[1]);
}

ENZ_JVP(pushforward, cartesian, double);
ENZ_VJP(pullback, cartesian, double);
ENZ_DIRECTIONAL(length_along, length, double);

int main(void)
{
    double x[] = {2, 0.5}, v[] = {1, 0}, w[] = {0, 1}, y[2], jv[2], jtw[2], value;
    pushforward(x, v, 2, y, jv);
    printf("J v   = %.4f %.4f\n", jv[0], jv[1]);
    double along = length_along(y, jv, &value);
    printf("length %.4f grows by %.4f\n", value, along);
    pullback(x, 2, y, w, jtw);
    printf("J^T w = %.4f %.4f\n", jtw[0], jtw[1]);
}

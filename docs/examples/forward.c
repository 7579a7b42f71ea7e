#include <stdio.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff(void *, ...);

static double f(double x, double y)
{
    return x * x * y;
}

static double scale(const double *x, double *y, double a)
{
    y[0] = a * x[0];
    y[1] = a * x[1];
    return y[0] + y[1];
}

int main(void)
{
    /* Each number is followed by its tangent. */
    printf("df/dx = %g\n", __enzyme_fwddiff((void *)f, 3.0, 1.0, 5.0, 0.0));
    printf("df/dy = %g\n", __enzyme_fwddiff((void *)f, 3.0, 0.0, 5.0, 1.0));

    /* Each pointer is followed by a pointer to tangents. */
    double x[2] = {1, 2}, dx[2] = {1, 0}, y[2], dy[2];
    double t =
        __enzyme_fwddiff((void *)scale, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 10.0);
    printf("t = %g, dy = %g %g\n", t, dy[0], dy[1]);
}

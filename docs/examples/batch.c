#include <stdio.h>

extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer, enzyme_const;
struct four {
    double lane[4];
};
struct four __enzyme_batch(void *, ...);
double __enzyme_autodiff(void *, ...);

static double f(double x, double y)
{
    return x * x * y;
}

/* The derivative of f, which a batch runs like any other function. */
static double dfdx(double x, double y)
{
    return __enzyme_autodiff((void *)f, x, enzyme_const, y);
}

static double norm(const double *point)
{
    return point[0] * point[0] + point[1] * point[1];
}

static void print(const char *what, struct four r)
{
    printf("%s %g %g %g %g\n", what, r.lane[0], r.lane[1], r.lane[2], r.lane[3]);
}

int main(void)
{
    double xs[4] = {1, 2, 3, 4}, points[4][2] = {{3, 4}, {0, 1}, {1, 1}, {2, 0}};
    print("f    ", __enzyme_batch((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0,
                                  enzyme_scalar, 5.0));
    print("df/dx", __enzyme_batch((void *)dfdx, enzyme_width, 4, enzyme_buffer, sizeof *xs, xs,
                                  enzyme_scalar, 5.0));
    print("norm ",
          __enzyme_batch((void *)norm, enzyme_width, 4, enzyme_buffer, sizeof *points, points));
}

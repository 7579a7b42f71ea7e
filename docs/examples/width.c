#include <stdio.h>

extern int enzyme_dup, enzyme_dupv, enzyme_const, enzyme_width;
struct directions {
    double v[2];
};
struct directions __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
void __enzyme_autodiff_v(void *, ...);

static double f(double x, double y)
{
    return x * x * y;
}

static void polar(const double *x, double *y)
{
    y[0] = x[0] * x[0] + x[1] * x[1];
    y[1] = x[1] / x[0];
}

int main(void)
{
    /* Two tangents per number: here the unit vectors, so the gradient. */
    struct directions g =
        __enzyme_fwddiff((void *)f, enzyme_width, 2, 3.0, 1.0, 0.0, 5.0, 0.0, 1.0);
    printf("gradient %g %g\n", g.v[0], g.v[1]);

    /* Two shadows per pointer: one call makes the Jacobian, by columns ... */
    double x[2] = {1, 2}, y[2], e0[2] = {1, 0}, e1[2] = {0, 1}, c0[2], c1[2];
    __enzyme_fwddiff_v((void *)polar, enzyme_width, 2, enzyme_dup, x, e0, e1, enzyme_dup, y, c0,
                       c1);
    printf("row 0: %g %g\nrow 1: %g %g\n", c0[0], c1[0], c0[1], c1[1]);

    /* ... or by rows; the shadows of the directions are two rows of one array. */
    double rows[2][2] = {{0}}, seeds[2][2] = {{1, 0}, {0, 1}};
    __enzyme_autodiff_v((void *)polar, enzyme_width, 2, enzyme_dupv, (int)sizeof rows[0], x, rows,
                        enzyme_dupv, (int)sizeof seeds[0], y, seeds);
    printf("row 0: %g %g\nrow 1: %g %g\n", rows[0][0], rows[0][1], rows[1][0], rows[1][1]);
}

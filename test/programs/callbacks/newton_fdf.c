/* Newton's method on a struct of three callbacks: value, derivative, both at once through pointers.
 */
#include <math.h>
#include "oracle.h"

typedef struct {
    double (*f)(double x, void *params);
    double (*df)(double x, void *params);
    void (*fdf)(double x, void *params, double *f, double *df);
    void *params;
} function_fdf;

struct quadratic {
    double a, b, c;
};

static double value(double x, void *params)
{
    struct quadratic *p = params;
    return (p->a * x + p->b) * x + p->c;
}

static double slope(double x, void *params)
{
    struct quadratic *p = params;
    return 2 * p->a * x + p->b;
}

static void value_and_slope(double x, void *params, double *y, double *dy)
{
    struct quadratic *p = params;
    *y = (p->a * x + p->b) * x + p->c;
    *dy = 2 * p->a * x + p->b;
}

static double root(const function_fdf *fdf, double x)
{
    for (int i = 0; i < 50; i++) {
        double y, dy;
        fdf->fdf(x, fdf->params, &y, &dy);
        double step = y / dy;
        x -= step;
        if (fabs(step) < 1e-14)
            break;
    }
    return x - fdf->f(x, fdf->params) / fdf->df(x, fdf->params);
}

static double f(const double *x, int n)
{
    struct quadratic p = {x[0], x[1], x[2]};
    function_fdf fdf = {value, slope, value_and_slope, &p};
    return root(&fdf, 3.0);
}

int main(void)
{
    double a = 1, b = 0.5, c = -5, r = (-b + sqrt(b * b - 4 * a * c)) / (2 * a), d = 2 * a * r + b;
    double x[3] = {a, b, c}, dx[3] = {0};
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_ARRAY(dx, ((const double[]){-r * r / d, -r / d, -1 / d}), 3);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

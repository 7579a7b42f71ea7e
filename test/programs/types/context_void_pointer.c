/* A callback with a void pointer context, as quadrature libraries pass parameters. */
#include "oracle.h"

typedef double integrand(double t, void *context);
struct parameters {
    int terms;
    const double *coefficient;
    double scale;
};

static double simpson(integrand *f, void *context, double a, double b, int n)
{
    double h = (b - a) / n, sum = f(a, context) + f(b, context);
    for (int i = 1; i < n; i++)
        sum += f(a + i * h, context) * (i % 2 ? 4 : 2);
    return sum * h / 3;
}

static double polynomial(double t, void *context)
{
    const struct parameters *p = context;
    double s = 0;
    for (int i = p->terms - 1; i >= 0; i--)
        s = s * t + p->coefficient[i];
    return s * p->scale;
}

static double f(const double *x, int n)
{
    struct parameters p = {n - 1, x + 1, x[0]};
    return simpson(polynomial, &p, 0, 2, 8);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

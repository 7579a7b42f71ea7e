/* A double integral: the callback of the outer integration calls the integrator again. */
#include <math.h>
#include "oracle.h"

typedef double integrand(double, void *);

static double gauss_legendre(integrand *g, void *user, double a, double b)
{
    static const double node[3] = {-0.7745966692414834, 0, 0.7745966692414834};
    static const double weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += weight[i] * g(0.5 * (a + b) + 0.5 * (b - a) * node[i], user);
    return 0.5 * (b - a) * s;
}

struct plane {
    double x;
    const double *p;
};

static double inner(double y, void *user)
{
    struct plane *s = user;
    return exp(-s->p[0] * s->x * s->x - s->p[1] * y * y) * cos(s->x * y);
}

static double outer(double x, void *user)
{
    struct plane s = {x, user};
    return gauss_legendre(inner, &s, 0, 1 + s.p[2] * x);
}

static double f(const double *p, int n)
{
    return gauss_legendre(outer, (void *)p, 0, 2);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 0.8, 0.3}), 3);
    return oracle_result();
}

/* A quadrature routine with a callback and a void * context holding active data. */
#include "oracle.h"

struct line {
    double slope, offset;
};

static double evaluate(double t, void *context)
{
    const struct line *l = context;
    return l->slope * t * t + l->offset;
}

__attribute__((noinline)) static double integrate(double (*g)(double, void *), void *context,
                                                  double from, double to, int steps)
{
    double h = (to - from) / steps, s = 0;
    for (int i = 0; i < steps; i++)
        s += g(from + (i + 0.5) * h, context);
    return s * h;
}

static double f(const double *x, int n)
{
    struct line l = {x[0], x[1] * x[1]};
    return integrate(evaluate, &l, 0, x[2], 8);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 5, 1.5}), 3);
    return oracle_result();
}

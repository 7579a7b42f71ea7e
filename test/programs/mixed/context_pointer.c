/* A callback with a void * context: for one callback it leads to constants, for the other to active
 * data. */
#include "oracle.h"

typedef double rhs(double t, double y, const void *context);

static double decay(double t, double y, const void *context)
{
    const double *rate = context;
    return -*rate * y * (1 + t);
}
static double forced(double t, double y, const void *context)
{
    const double *coefficients = context;
    return coefficients[0] * t - coefficients[1] * y;
}

static double euler(rhs *fn, const void *context, double y, int steps)
{
    for (int k = 0; k < steps; k++)
        y += 0.1 * fn(0.1 * k, y, context);
    return y;
}

static double f(const double *x, int n)
{
    static const double fixed[2] = {0.5, 0.25};
    return euler(decay, x, x[n - 1], 5) * euler(forced, fixed, x[1], 6) + euler(forced, x, 1, 4);
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

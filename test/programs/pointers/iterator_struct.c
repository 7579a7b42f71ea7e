/* A cursor struct passed by pointer: the reading position is part of the state. */
#include "oracle.h"

struct cursor {
    const double *at, *end;
};

static int more(const struct cursor *c)
{
    return c->at < c->end;
}
static double next(struct cursor *c)
{
    return *c->at++;
}

static double f(const double *x, int n)
{
    struct cursor c = {x, x + n};
    double s = 0, p = 1;
    while (more(&c)) {
        double v = next(&c);
        if (v < 0 && more(&c))
            p *= next(&c) * v;
        else
            s += v * v * p;
    }
    return s * p;
}

int main(void)
{
    const double x[6] = {0.9, -0.3, 1.9, 0.7, -0.2, 1.1};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

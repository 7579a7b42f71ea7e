/* A callee that works on its copy of a struct passed in memory: the caller's object stays as it
 * was. */
#include <math.h>
#include "oracle.h"

struct state {
    double x, y[3];
};

__attribute__((noinline)) static double advance(struct state s, double h)
{
    for (int i = 0; i < 3; i++) {
        s.x = 0.5 * s.x + h * sin(s.y[i]);
        s.y[i] *= s.x;
    }
    return s.x + s.y[0] * s.y[2];
}

static double f(const double *x, int n)
{
    struct state s = {x[0], {x[1], x[2], x[n - 1]}};
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += advance(s, x[i]) * s.x;
    return sum + s.y[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.2}), 4);
    return oracle_result();
}

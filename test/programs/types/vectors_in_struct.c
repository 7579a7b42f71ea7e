/* Vector-extension members in structs. */
#include <string.h>
#include "oracle.h"

typedef double v2 __attribute__((vector_size(16)));
struct ray {
    v2 origin, direction;
    int depth;
};

static double f(const double *x, int n)
{
    struct ray r[2] = {{{x[0], x[1]}, {x[2], x[3]}, 1}};
    memcpy(&r[1], &r[0], sizeof r[0]);
    r[1].depth++;
    v2 p = r[0].origin + r[1].direction * r[1].depth;
    v2 q;
    memcpy(&q, x + 1, sizeof q);
    p *= q;
    return p[0] * p[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

/* qsort of an array of pointers to structs with active members. */
#include "oracle.h"
#include <stdlib.h>

struct body {
    double mass, position;
};

static int by_position(const void *a, const void *b)
{
    const struct body *p = *(struct body *const *)a, *q = *(struct body *const *)b;
    return (p->position > q->position) - (p->position < q->position);
}

static double f(const double *x, int n)
{
    struct body bodies[8], *sorted[8];
    for (int i = 0; i < n; i++) {
        bodies[i] = (struct body){.mass = 1 + x[i] * x[i], .position = x[i]};
        sorted[i] = &bodies[i];
    }
    qsort(sorted, (size_t)n, sizeof *sorted, by_position);
    double s = 0;
    for (int i = 1; i < n; i++)
        s +=
            sorted[i]->mass * sorted[i - 1]->mass / (sorted[i]->position - sorted[i - 1]->position);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.3, -1.2, 2.5, 0.9, -0.4, 1.7}), 6);
    return oracle_result();
}

/* Recursion with a table of results that were computed already. */
#include <stdlib.h>
#include "oracle.h"

struct memo {
    int *known;
    double *value;
    const double *x;
    int n;
};

static double best(struct memo *m, int i)
{
    if (i >= m->n)
        return 0;
    if (m->known[i])
        return m->value[i];
    double skip = best(m, i + 1), take = m->x[i] * m->x[i] + 0.9 * best(m, i + 2);
    m->known[i] = 1;
    m->value[i] = take > skip ? take : skip;
    return m->value[i];
}

static double f(const double *x, int n)
{
    struct memo m = {calloc((size_t)n, sizeof(int)), malloc((size_t)n * sizeof(double)), x, n};
    double v = best(&m, 0);
    free(m.known);
    free(m.value);
    return v;
}

int main(void)
{
    const double x[7] = {0.5, -0.25, 0.75, 1.2, 0.3, 0.9, -0.4};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

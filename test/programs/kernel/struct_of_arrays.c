/* Particles as a struct of arrays: pair energies. */
#include <math.h>
#include "oracle.h"

enum { N = 5 };
struct particles {
    int count;
    double x[N], y[N], charge[N];
};

static double energy(const struct particles *p)
{
    double e = 0;
    for (int i = 0; i < p->count; i++)
        for (int j = i + 1; j < p->count; j++)
            e += p->charge[i] * p->charge[j] / hypot(p->x[i] - p->x[j], p->y[i] - p->y[j]);
    return e;
}

static double f(const double *x, int n)
{
    struct particles p = {.count = N};
    for (int i = 0; i < N; i++) {
        p.x[i] = x[3 * i] + i;
        p.y[i] = x[3 * i + 1];
        p.charge[i] = x[3 * i + 2];
    }
    return energy(&p);
}

int main(void)
{
    double x[3 * N];
    oracle_random(x, 3 * N, 11);
    ORACLE_GRADIENT(f, x, 3 * N);
    return oracle_result();
}

/* Forward over reverse through a struct argument with its shadows. */
#include "oracle.h"

struct model {
    double a, b;
    int k;
};

static double f(const struct model *m)
{
    double r = m->a;
    for (int i = 0; i < m->k; i++)
        r = r * m->b + m->a;
    return r;
}

static void gradient(const struct model *m, struct model *g)
{
    g->a = g->b = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, m, g);
}

int main(void)
{
    /* k = 2: f = a b^2 + a b + a */
    struct model m = {2, 3, 2}, dm = {1, 10, 0}, g = {0}, dg = {0};

    __enzyme_fwddiff_v((void *)gradient, enzyme_dup, &m, &dm, enzyme_dup, &g, &dg);
    CHECK(g.a, 13);
    CHECK(g.b, 2 * 7);
    CHECK(dg.a, 70);
    CHECK(dg.b, 7 + 2 * 2 * 10);
    return oracle_result();
}

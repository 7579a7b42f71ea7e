#include "../integrate.h"

double integrate(const struct rule *r, integrand_fn *g, void *user, double a, double b, int panels)
{
    double h = (b - a) / panels, s = 0;
    for (int i = 0; i < panels; i++)
        s += r->apply(g, user, a + i * h, a + (i + 1) * h);
    return s;
}

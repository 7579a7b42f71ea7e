#include <string.h>
#include "../integrate.h"

static double apply(integrand_fn *g, void *user, double a, double b)
{
    return 0.5 * (b - a) * (g(a, user) + g(b, user));
}
static double apply3(integrand_fn *g, void *user, double a, double b)
{
    return (b - a) / 6 * (g(a, user) + 4 * g(0.5 * (a + b), user) + g(b, user));
}
const struct rule rule_trapezoid = {"trapezoid", apply}, rule_simpson = {"simpson", apply3};

const struct rule *rule_by_name(const char *name)
{
    static const struct rule *const all[] = {&rule_trapezoid, &rule_simpson};
    for (int i = 0; i < 2; i++)
        if (!strcmp(all[i]->name, name))
            return all[i];
    return 0;
}

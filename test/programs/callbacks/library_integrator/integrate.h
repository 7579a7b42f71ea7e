#ifndef INTEGRATE_H
#define INTEGRATE_H
typedef double integrand_fn(double, void *);
struct rule {
    const char *name;
    double (*apply)(integrand_fn *, void *, double a, double b);
};
extern const struct rule rule_trapezoid, rule_simpson;
const struct rule *rule_by_name(const char *name);
double integrate(const struct rule *r, integrand_fn *g, void *user, double a, double b, int panels);
static inline double integrate_default(integrand_fn *g, void *user, double a, double b)
{
    return integrate(&rule_simpson, g, user, a, b, 8);
}
#endif

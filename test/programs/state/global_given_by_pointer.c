/* Globals with active contents reached through pointers in another global, an array of structs and
 * a parameter. */
#include "oracle.h"

struct variable {
    const char *name;
    double *at;
};
static double mass, speed, height;
static struct variable variables[] = {{"mass", &mass}, {"speed", &speed}, {"height", &height}};

static void assign(const struct variable *v, int count, const double *x)
{
    for (int i = 0; i < count; i++)
        *v[i].at = x[i];
}

static double energy(void)
{
    return 0.5 * mass * speed * speed + mass * 9.81 * height;
}

static double f(const double *x, int n)
{
    assign(variables, n, x);
    double e = energy();
    *variables[1].at *= 2;
    return e + energy() * x[0];
}

int main(void)
{
    const double x[3] = {0.9, 0.8, 0.6};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

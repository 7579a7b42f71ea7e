#include "../fitter.h"
#include <stdlib.h>

typedef struct {
    double *coefficients;
    size_t count;
} state;

static void *power_alloc(size_t n)
{
    state *s = malloc(sizeof *s);
    s->coefficients = malloc(n * sizeof *s->coefficients);
    s->count = 0;
    return s;
}
static int power_add(void *v, double x)
{
    state *s = v;
    s->coefficients[s->count++] = x;
    return 0;
}
static double power_value(const void *v, double at)
{
    const state *s = v;
    double r = 0;
    for (size_t i = s->count; i-- > 0;)
        r = r * at + s->coefficients[i];
    return r * r;
}
static void power_free(void *v)
{
    state *s = v;
    free(s->coefficients);
    free(s);
}

static const fitter_method method = {"power", 2, power_alloc, power_add, power_value, power_free};
const fitter_method *fitter_power = &method;

#include "../fitter.h"
#include <stdlib.h>

typedef struct {
    double sum;
    int count;
} state;

static void *mean_alloc(size_t n)
{
    (void)n;
    return calloc(1, sizeof(state));
}
static int mean_add(void *v, double x)
{
    state *s = v;
    s->sum += x * x;
    return ++s->count;
}
static double mean_value(const void *v, double at)
{
    const state *s = v;
    return s->sum / s->count + at;
}

static const fitter_method method = {"mean", 1, mean_alloc, mean_add, mean_value, free};
const fitter_method *fitter_mean = &method;

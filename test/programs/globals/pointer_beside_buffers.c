/* A pointer to memory that the program set up before is kept in memory with active data, beside
 * pointers to buffers: what is loaded from there may lead to either, and the types tell which. */
#include "oracle.h"
#include <stdlib.h>

struct settings {
    int count;
    char **names;
};
static struct settings *settings;

struct work {
    struct settings *settings;
    double *values, *sums;
};

static void fill(struct work *w, const double *x, int depth)
{
    for (int i = 0; i < w->settings->count; i++)
        w->values[i] = x[i % 3] * x[(i + depth) % 3];
    if (depth)
        fill(w, x, depth - 1);
    for (int i = 0; i < w->settings->count; i++)
        w->sums[i] += w->values[i] * w->values[i];
}

static double energy(const double *x, int n)
{
    struct work *w = malloc(sizeof *w);
    w->settings = settings;
    w->values = calloc(5, sizeof(double));
    w->sums = calloc(5, sizeof(double));
    fill(w, x, n);
    double sum = 0;
    for (int i = 0; i < w->settings->count; i++)
        sum += w->sums[i] * (1 + i);
    free(w->values);
    free(w->sums);
    free(w);
    return sum;
}

int main(void)
{
    const double x[3] = {1.2, 0.7, -0.3};
    char *names[] = {"a", "b", "c"};
    settings = malloc(sizeof *settings);
    settings->count = 5;
    settings->names = names;
    ORACLE_GRADIENT(energy, x, 3);
    free(settings);
    return oracle_result();
}

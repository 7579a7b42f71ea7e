/* A growing array of samples with reallocarray. */
#define _GNU_SOURCE
#include <stdlib.h>
#include "oracle.h"

struct samples {
    double *at;
    size_t count, room;
};

static void push(struct samples *s, double v)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 2;
        s->at = reallocarray(s->at, s->room, sizeof *s->at);
        if (!s->at)
            abort();
    }
    s->at[s->count++] = v;
}

static double f(const double *x, int n)
{
    struct samples s = {NULL, 0, 0};
    double mean = 0, variance = 0;
    for (int i = 0; i < n; i++) {
        push(&s, x[i] * x[i]);
        if (x[i] > 0)
            push(&s, s.at[0] * x[i]);
    }
    for (size_t k = 0; k < s.count; k++)
        mean += s.at[k] / (double)s.count;
    for (size_t k = 0; k < s.count; k++)
        variance += (s.at[k] - mean) * (s.at[k] - mean);
    free(s.at);
    return variance;
}

int main(void)
{
    const double x[7] = {1.1, 0.2, -0.3, 0.7, 0.9, 1.4, -0.6};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

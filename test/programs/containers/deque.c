/* A double-ended queue in a ring that is unrolled into a larger one when full. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct deque {
    double *at;
    unsigned first, count, room;
};

static void enlarge(struct deque *d)
{
    unsigned room = d->room ? 2 * d->room : 2;
    double *at = malloc(room * sizeof *at);
    unsigned tail = d->room - d->first < d->count ? d->room - d->first : d->count;
    if (d->at) {
        memcpy(at, d->at + d->first, tail * sizeof *at);
        memcpy(at + tail, d->at, (d->count - tail) * sizeof *at);
    }
    free(d->at);
    d->at = at;
    d->first = 0;
    d->room = room;
}
static void push_back(struct deque *d, double v)
{
    if (d->count == d->room)
        enlarge(d);
    d->at[(d->first + d->count++) % d->room] = v;
}
static void push_front(struct deque *d, double v)
{
    if (d->count == d->room)
        enlarge(d);
    d->first = (d->first + d->room - 1) % d->room;
    d->at[d->first] = v;
    d->count++;
}
static double pop_front(struct deque *d)
{
    double v = d->at[d->first];
    d->first = (d->first + 1) % d->room;
    d->count--;
    return v;
}

static double f(const double *x, int n)
{
    struct deque d = {0};
    double s = 1;
    for (int i = 0; i < n; i++) {
        push_back(&d, x[i] * s);
        push_front(&d, x[i] + x[0]);
        if (i % 3 == 2)
            s += pop_front(&d) * pop_front(&d);
    }
    while (d.count)
        s = s * 0.5 + pop_front(&d) * d.count;
    free(d.at);
    return s;
}

int main(void)
{
    const double x[7] = {0.9, -0.8, 0.6, 1.4, 0.3, -0.2, 0.5};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}

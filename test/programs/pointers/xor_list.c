/* A doubly linked list that keeps both neighbours in one word, as their exclusive or. */
#include <stdint.h>
#include <stdlib.h>
#include "oracle.h"

struct link {
    double v;
    uintptr_t both;
};

static struct link *step(const struct link *from, const struct link *at)
{
    return (struct link *)(at->both ^ (uintptr_t)from);
}

static double walk(const struct link *at)
{
    const struct link *from = NULL;
    double s = 0.5;
    while (at) {
        s = s * at->v + at->v * at->v;
        const struct link *next = step(from, at);
        from = at;
        at = next;
    }
    return s;
}

static double f(const double *x, int n)
{
    struct link *l = malloc((size_t)n * sizeof *l);
    for (int i = 0; i < n; i++) {
        l[i].v = x[i];
        l[i].both = (uintptr_t)(i ? &l[i - 1] : NULL) ^ (uintptr_t)(i + 1 < n ? &l[i + 1] : NULL);
    }
    double s = walk(&l[0]) * walk(&l[n - 1]);
    free(l);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.3, 1.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* A generic growing array made by a macro, with header in front of the data (as stb does). */
#include <stdlib.h>
#include "oracle.h"

struct header {
    size_t count, room;
};
#define head(a)    ((struct header *)(a) - 1)
#define count(a)   ((a) ? head(a)->count : 0)
#define push(a, v) ((a) = grow((a), sizeof *(a)), (a)[head(a)->count++] = (v))
#define drop(a)    (free((a) ? head(a) : NULL), (a) = NULL)

static void *grow(void *a, size_t size)
{
    if (a && head(a)->count < head(a)->room)
        return a;
    size_t room = a ? 2 * head(a)->room : 2;
    struct header *h = realloc(a ? head(a) : NULL, sizeof *h + room * size);
    if (!a)
        h->count = 0;
    h->room = room;
    return h + 1;
}

static double f(const double *x, int n)
{
    double *values = NULL, s = 0;
    int *signs = NULL;
    for (int i = 0; i < n; i++) {
        push(values, x[i] * x[i]);
        push(signs, x[i] < 0 ? -1 : 1);
        if (i % 2)
            push(values, values[0] * x[i]);
    }
    for (size_t k = 0; k < count(values); k++)
        s += values[k] * values[count(values) - 1 - k] * signs[k % count(signs)];
    drop(values);
    drop(signs);
    return s;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 1.4, 0.3};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

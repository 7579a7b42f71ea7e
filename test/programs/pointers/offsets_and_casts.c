/* Members reached through byte offsets, as generic containers do. */
#include <stddef.h>
#include <string.h>
#include "oracle.h"

struct item {
    int id;
    double mass, position;
};

static double get(const void *base, size_t offset)
{
    double v;
    memcpy(&v, (const char *)base + offset, sizeof v);
    return v;
}

static double total(const void *items, size_t stride, int n, size_t offset)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += *(const double *)((const char *)items + (size_t)i * stride + offset);
    return s;
}

static double f(const double *x, int n)
{
    struct item items[4];
    for (int i = 0; i < 4; i++)
        items[i] = (struct item){i, x[i % n] * x[i % n], x[(i + 1) % n]};
    double m = total(items, sizeof *items, 4, offsetof(struct item, mass));
    double p = total(items, sizeof *items, 4, offsetof(struct item, position));
    return m * p + get(&items[2], offsetof(struct item, mass)) *
                       get(&items[1], offsetof(struct item, position));
}

int main(void)
{
    const double x[3] = {0.9, -0.3, 1.9};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}

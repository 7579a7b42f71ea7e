/* A slot map: objects of several types in equal slots of a byte pool, addressed by index, moved
 * when one is removed. */
#include <string.h>
#include "oracle.h"

enum { SLOT = 40, SLOTS = 8 };
struct pool {
    _Alignas(8) unsigned char bytes[SLOTS * SLOT];
    int count;
};
struct spring {
    int kind;
    double stiffness, length;
};
struct mass {
    int kind;
    double amount;
    int neighbours[2];
};

static void *slot(struct pool *p, int i)
{
    return p->bytes + i * SLOT;
}
static void add(struct pool *p, const void *object, size_t size)
{
    memcpy(slot(p, p->count++), object, size);
}
static void remove_at(struct pool *p, int i)
{
    memcpy(slot(p, i), slot(p, --p->count), SLOT);
}

static double f(const double *x, int n)
{
    struct pool p = {.count = 0};
    double energy = 0;
    for (int i = 0; i < n; i++) {
        struct spring s = {1, x[i] * x[i], x[(i + 1) % n]};
        struct mass m = {2, x[i], {i, i + 1}};
        add(&p, &s, sizeof s);
        add(&p, &m, sizeof m);
    }
    remove_at(&p, 1);
    remove_at(&p, 0);
    for (int i = 0; i < p.count; i++) {
        int kind;
        memcpy(&kind, slot(&p, i), sizeof kind);
        if (kind == 1) {
            const struct spring *s = slot(&p, i);
            energy += s->stiffness * s->length * s->length;
        } else {
            struct mass m;
            memcpy(&m, slot(&p, i), sizeof m);
            energy += m.amount * m.amount * (m.neighbours[0] + 1);
        }
    }
    return energy;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}

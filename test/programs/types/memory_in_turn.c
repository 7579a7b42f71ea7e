/* Memory holds values of several types in turn: what was read from it before is needed for the
 * derivative, and TBAA says that an access as one type does not change what is another one. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { BLOCKS = 8 };

struct position {
    double x, y;
};
struct force {
    double u, v;
};
struct counts {
    long first, second;
};
struct single {
    float a;
    int b;
    float c, d;
};
struct links {
    const double *from, *to;
};

static void **blocks_new(void)
{
    void **all = malloc(BLOCKS * sizeof *all);
    for (int i = 0; i < BLOCKS; i++)
        all[i] = malloc(16);
    return all;
}

static void blocks_free(void **all)
{
    for (int i = 0; i < BLOCKS; i++)
        free(all[i]);
    free(all);
}

static double as_positions(void **all, const double *x, int n, double start)
{
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct position *p = all[i];
        p->x = x[i % n] + start;
        p->y = x[(i + 1) % n];
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct position *p = all[i], *q = all[(2 * i + 1) % BLOCKS];
        sum += sin(p->x) * q->y;
    }
    return sum;
}

static double as_forces(void **all, const double *x, int n, double start)
{
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct force *f = all[i];
        f->u = 10 * x[i % n] * start;
        f->v = x[(i + 2) % n];
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct force *f = all[i], *g = all[BLOCKS - 1 - i];
        sum += f->u * g->v * g->v;
    }
    return sum;
}

static double as_counts(void **all, const double *x, int n, double start)
{
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct counts *c = all[i];
        c->first = i;
        c->second = 3 * i;
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct counts *c = all[i], *d = all[BLOCKS - 1 - i];
        sum += x[c->first % n] * x[d->second % n] * start;
    }
    return sum;
}

static double as_singles(void **all, const double *x, int n, double start)
{
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct single *s = all[i];
        s->a = 0.5f + 0.25f * (float)(i % 2);
        s->b = i;
        s->c = 2;
        s->d = (float)(i % 3);
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct single *s = all[i], *r = all[(i + 3) % BLOCKS];
        sum += s->a * x[s->b % n] * x[0] + r->c * r->d * x[1] * start;
    }
    return sum;
}

static double as_links(void **all, const double *x, int n, double start)
{
    double sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct links *l = all[i];
        l->from = x + i % n;
        l->to = x + 3 * i % n;
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct links *l = all[i], *k = all[(2 * i + 1) % BLOCKS];
        sum += *l->from * *k->to * start;
    }
    return sum;
}

typedef double use(void **all, const double *x, int n, double start);

static inline double in_turn(use *first, use *second, use *third, const double *x, int n)
{
    void **all = blocks_new();
    double sum = first(all, x, n, 0.1);
    sum += second(all, x, n, 0.3 * sum);
    sum += third(all, x, n, 1 + 0.01 * sum);
    blocks_free(all);
    return sum;
}

#define IN_TURN(a, b, c)                                                                           \
    static double a##_##b##_##c(const double *x, int n)                                            \
    {                                                                                              \
        return in_turn(as_##a, as_##b, as_##c, x, n);                                              \
    }
IN_TURN(positions, forces, counts)
IN_TURN(forces, counts, positions)
IN_TURN(positions, links, forces)
IN_TURN(links, counts, links)
IN_TURN(links, positions, counts)
IN_TURN(singles, positions, links)
IN_TURN(counts, singles, forces)

/* In a buffer of the program's, and round and round. */
static _Alignas(16) char buffer[16 * BLOCKS];
static double in_buffer(const double *x, int n)
{
    void *all[BLOCKS];
    double sum = 0.2;
    for (int i = 0; i < BLOCKS; i++)
        all[i] = buffer + 16 * i;
    for (int step = 0; step < 3; step++) {
        sum += as_links(all, x, n, 0.1 + 0.1 * sum);
        sum += as_positions(all, x, n, 0.1 * sum);
        sum += as_forces(all, x, n, 0.01 * sum);
    }
    return sum;
}

/* A block of bytes is carved anew in each step: numbers, then pointers to them, or the other way
 * round. */
static double carved(const double *x, int n)
{
    char *bytes = malloc(64);
    double sum = 0, kept = 1;
    for (int step = 0; step < 6; step++) {
        double *value = (double *)(bytes + (step % 2 ? 0 : 32));
        double **where = (double **)(bytes + (step % 2 ? 32 : 0));
        for (int i = 0; i < 4; i++)
            value[i] = x[(i + step) % n] * kept;
        for (int i = 0; i < 4; i++)
            where[i] = &value[3 - i];
        for (int i = 0; i < 4; i++)
            sum += *where[i] * *where[(i + 1) % 4] * (i + 1);
        kept = cos(*where[step % 4]);
    }
    free(bytes);
    return sum;
}

int main(void)
{
    const double x[5] = {0.3, 0.7, -0.4, 1.1, 0.2};

    ORACLE_GRADIENT(positions_forces_counts, x, 5);
    ORACLE_GRADIENT(forces_counts_positions, x, 5);
    ORACLE_GRADIENT(positions_links_forces, x, 5);
    ORACLE_GRADIENT(links_counts_links, x, 5);
    ORACLE_GRADIENT(links_positions_counts, x, 5);
    ORACLE_GRADIENT(singles_positions_links, x, 5);
    ORACLE_GRADIENT(counts_singles_forces, x, 5);
    ORACLE_GRADIENT(in_buffer, x, 5);
    ORACLE_GRADIENT(carved, x, 5);
    return oracle_result();
}

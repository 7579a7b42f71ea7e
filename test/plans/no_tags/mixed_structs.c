/* Structs with numbers beside integers, as programs have them: copied as a whole, passed by value
 * in registers that an integer and a float share, cleared before they are filled, in arrays that
 * are members side by side, and in a stack between other members whose top is at an index less 1.
 */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct record {
    double key;
    int index;
    float weight;
};

/* An insertion sort moves records. */
static double sorted(const double *x, int n)
{
    struct record *a = malloc(((size_t)n + 1) * sizeof *a);
    int m = 0;
    double sum = 0;
    if (!a)
        abort();
    for (int i = 0; i < n; i++) {
        int k = m++;
        for (; k > 0 && a[k - 1].key > x[i]; k--)
            a[k] = a[k - 1];
        a[k].key = x[i];
        a[k].index = i;
        a[k].weight = 0.5f;
    }
    for (int i = 0; i < n; i++)
        sum += a[i].key * a[i].key * (a[i].index % 5) * a[i].weight * i;
    free(a);
    return sum;
}

struct state {
    int index;
    float weight;
    double key;
};

__attribute__((noinline)) static struct state moved(struct state s)
{
    s.key = sin(s.key) + s.weight * (s.index % 5);
    return s;
}

static double by_value(const double *x, int n)
{
    struct state *a = malloc((size_t)n * sizeof *a);
    double sum = 0;
    if (!a)
        abort();
    for (int i = 0; i < n; i++)
        a[i] = (struct state){i, 0.5f, x[i]};
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++)
            a[i] = moved(a[(i * 7 + 1) % n]);
    for (int i = 0; i < n; i++)
        sum += a[i].key * a[i].weight * (i + 1);
    free(a);
    return sum;
}

/* Of an integer and a float in one register one is a constant, or both. */
__attribute__((noinline)) static void put(struct record *at, struct record r)
{
    *at = r;
}

static double constants(const double *x, int n)
{
    struct record *a = malloc((size_t)n * sizeof *a);
    double sum = 0;
    if (!a)
        abort();
    for (int i = 0; i < n; i++)
        put(&a[i], (struct record){x[i], 3, 0.5f});
    for (int i = 0; i + 1 < n; i++)
        put(&a[i], (struct record){a[i].key * a[i].weight, i, 0.25f});
    for (int i = 0; i < n; i++)
        sum += a[i].key * a[i].weight * a[i].index;
    free(a);
    return sum;
}

struct element {
    int nodes[8], count;
    double property;
};

static double cleared(const double *x, int n)
{
    struct element *all = malloc((size_t)n * sizeof *all);
    double sum = 0;
    if (!all)
        abort();
    for (int i = 0; i < n; i++) {
        struct element e = {0};
        e.nodes[0] = i;
        e.nodes[1] = (i + 1) % n;
        e.count = 2;
        e.property = 0.1 + x[i];
        all[i] = e;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < all[i].count; k++)
            sum += x[all[i].nodes[k]] * sin(all[i].property);
    free(all);
    return sum;
}

enum { BODIES = 8 };
struct body {
    double place, speed;
};
struct unit {
    long target;
    double shield;
};
struct world {
    struct body bodies[BODIES];
    struct unit units[BODIES];
};

static double fight(const double *x, int n)
{
    struct world *w = calloc(1, sizeof *w);
    double sum = 0;
    if (!w)
        abort();
    for (int i = 0; i < n; i++) {
        w->bodies[i].place = x[i];
        w->units[i].target = (7 * i + 1) % n;
        w->units[i].shield = 1;
    }
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++) {
            double other = w->bodies[w->units[i].target].place;
            w->bodies[i].speed += sin(other - w->bodies[i].place) * w->units[i].shield;
            w->bodies[i].place += 0.1 * w->bodies[i].speed;
            w->units[i].shield *= 0.9;
        }
    for (int i = 0; i < n; i++)
        sum += w->bodies[i].place * w->bodies[i].speed;
    free(w);
    return sum;
}

enum { DEPTH = 32 };
struct slot {
    double value;
    int tag;
};
struct machine {
    const double *input;
    struct slot stack[DEPTH];
    int top;
};

static void push(struct machine *m, double value, int tag)
{
    m->stack[m->top].value = value;
    m->stack[m->top].tag = tag;
    m->top++;
}

static double run(const double *x, int n)
{
    struct machine *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->input = x;
    for (int t = 0; t < 3 * n; t++) {
        push(m, m->input[t % n], t % 3);
        while (m->top > 1 && m->stack[m->top - 1].tag != 2) {
            m->top--;
            m->stack[m->top - 1].value =
                sin(m->stack[m->top - 1].value) + 0.5 * m->stack[m->top].value;
        }
    }
    double sum = m->stack[0].value * m->stack[m->top - 1].value;
    free(m);
    return sum;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(sorted, x, 7);
    ORACLE_GRADIENT(by_value, x, 7);
    ORACLE_GRADIENT(constants, x, 7);
    ORACLE_GRADIENT(cleared, x, 7);
    ORACLE_GRADIENT(fight, x, 7);
    ORACLE_GRADIENT(run, x, 7);
    return oracle_result();
}

/* Pointers that are moved, by pointer arithmetic, as far as two blocks are apart. The distance lies
 * in memory as an integer: between shadows it is another one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

/* ---- relative to where they lie: a list, a tree ---- */

typedef ptrdiff_t relative;

static void set(relative *at, void *to)
{
    *at = to ? (char *)to - (char *)at : 1;
}

static void *get(relative *at)
{
    return *at == 1 ? NULL : (char *)at + *at;
}

struct node {
    relative next;
    double v;
};

static double list(const double *x, int n)
{
    relative head;
    set(&head, NULL);
    for (int i = 0; i < n; i++) {
        struct node *m = malloc(sizeof *m + (size_t)i * 40);
        m->v = x[i] * (i + 1);
        set(&m->next, get(&head));
        set(&head, m);
    }
    double s = 0;
    for (struct node *m = get(&head); m; m = get(&m->next))
        s += m->v * m->v * x[0];
    while (get(&head)) {
        struct node *m = get(&head);
        set(&head, get(&m->next));
        free(m);
    }
    return s;
}

struct tree {
    double key, weight;
    relative child[2];
};

static void insert(relative *at, struct tree *t)
{
    struct tree *here = get(at);
    if (!here)
        set(at, t);
    else
        insert(&here->child[t->key > here->key], t);
}

static double sum(relative *at, double depth)
{
    struct tree *t = get(at);
    return t ? t->weight * t->key * depth + sum(&t->child[0], depth + 1) +
                   sum(&t->child[1], depth * 2)
             : 0;
}

static double tree(const double *x, int n)
{
    relative root;
    struct tree **all = malloc((size_t)n * sizeof *all);
    set(&root, NULL);
    for (int i = 0; i < n; i++) {
        all[i] = malloc(sizeof **all);
        *all[i] = (struct tree){.key = x[i], .weight = x[i] * x[(i + 1) % n]};
        set(&all[i]->child[0], NULL);
        set(&all[i]->child[1], NULL);
        insert(&root, all[i]);
    }
    double s = sum(&root, 1);
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
    return s;
}

/* Values in front of the distances, which lead to other places of their blocks. */
struct item {
    double v;
    relative next, prev;
};

static double queue(const double *x, int n)
{
    relative *ends = malloc(2 * sizeof *ends);
    set(&ends[0], NULL);
    set(&ends[1], NULL);
    for (int i = 0; i < n; i++) {
        struct item *m = malloc(sizeof *m), *last = get(&ends[1]);
        m->v = x[i];
        set(&m->next, NULL);
        set(&m->prev, last);
        set(last ? &last->next : &ends[0], m);
        set(&ends[1], m);
    }
    double s = 0, w = 1;
    for (struct item *m = get(&ends[0]); m; m = get(&m->next))
        s += m->v * m->v * w++;
    for (struct item *m = get(&ends[1]); m; m = get(&m->prev)) {
        struct item *before = get(&m->prev);
        s += m->v * (before ? before->v : 2);
    }
    while (get(&ends[0])) {
        struct item *m = get(&ends[0]);
        set(&ends[0], get(&m->next));
        free(m);
    }
    free(ends);
    return s;
}

/* ---- relative to something else ---- */

struct gap {
    double *from;
    ptrdiff_t bytes;
};

__attribute__((noinline)) static ptrdiff_t apart(const void *a, const void *b)
{
    return (const char *)b - (const char *)a;
}

__attribute__((noinline)) static double *over(const struct gap *g, int i)
{
    return (double *)((char *)(g->from + i) + g->bytes);
}

static double gap(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), *between = malloc((size_t)n * 24 + 100),
           *b = malloc((size_t)n * sizeof *b), s = 0;
    struct gap *g = malloc(sizeof *g);
    for (int i = 0; i < n; i++)
        a[i] = x[i], b[i] = 0;
    g->from = a;
    g->bytes = apart(a, b);
    for (int i = 0; i < n; i++)
        *over(g, i) += a[i] * a[i];
    for (int i = 0; i < n; i++)
        s += b[i] * x[(i + 1) % n];
    free(a), free(b), free(between), free(g);
    return s;
}

/* In a register alone. */
static double in_register(const double *x, double *a, double *b, int n)
{
    ptrdiff_t d = (char *)b - (char *)a;
    double s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = x[i];
        *(double *)((char *)&a[i] + d) = x[i] * x[i];
    }
    for (int i = 0; i < n; i++)
        s += b[i] * a[n - 1 - i];
    return s;
}

static double gap_in_register(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * 3 * sizeof *b),
           *c = malloc((size_t)n * sizeof *b);
    double s = in_register(x, a, c, n);
    free(a), free(b), free(c);
    return s;
}

/* The same with integers. */
static double sums(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * 3 * sizeof *b),
           *c = malloc((size_t)n * sizeof *b), s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = x[i];
        *(double *)((uintptr_t)&a[i] + ((uintptr_t)c - (uintptr_t)a)) = x[i] * x[i];
    }
    for (int i = 0; i < n; i++)
        s += c[i] * a[n - 1 - i];
    free(a), free(b), free(c);
    return s;
}

/* Blocks found by their distances from a base, which itself has no number. */
struct directory {
    ptrdiff_t entries[8];
    int count;
};

static double directory(const double *x, int n)
{
    struct directory *d = malloc(sizeof *d);
    double s = 0;
    for (d->count = 0; d->count < n; d->count++) {
        double *v = malloc(sizeof *v);
        *v = x[d->count] * x[0];
        d->entries[d->count] = (char *)v - (char *)d;
    }
    for (int i = 0; i < n; i++)
        s += *(double *)((char *)d + d->entries[i]) * x[i];
    for (int i = 0; i < n; i++)
        free((char *)d + d->entries[i]);
    free(d);
    return s;
}

/* Within one block: distances from its beginning. */
struct arena {
    size_t used;
    char bytes[1000];
};

static size_t take(struct arena *a, size_t n)
{
    size_t at = a->used;
    a->used += n;
    return at;
}

struct cell {
    size_t next;
    double v;
};

static double in_arena(const double *x, int n)
{
    struct arena *a = malloc(sizeof *a);
    size_t first = 0;
    double s = 0;
    a->used = sizeof(double);
    for (int i = 0; i < n; i++) {
        size_t at = take(a, sizeof(struct cell));
        struct cell *c = (struct cell *)(a->bytes + at);
        c->v = x[i] * x[i];
        c->next = first;
        first = (size_t)((char *)c - a->bytes);
    }
    for (size_t at = first; at; at = ((struct cell *)(a->bytes + at))->next)
        s += ((struct cell *)(a->bytes + at))->v * x[0];
    free(a);
    return s;
}

/* ---- pointers that move with the block they lead to ---- */

struct entry {
    struct entry *next;
    double v;
};

static double grown(const double *x, int n)
{
    size_t room = 2, used = 0;
    struct entry *all = malloc(room * sizeof *all), *head = NULL;
    for (int i = 0; i < n; i++) {
        if (used == room) {
            struct entry *larger = malloc((room *= 2) * sizeof *larger);
            ptrdiff_t moved = (char *)larger - (char *)all;
            memcpy(larger, all, used * sizeof *larger);
            head = (struct entry *)((char *)head + moved);
            for (size_t k = 0; k < used; k++)
                if (larger[k].next)
                    larger[k].next = (struct entry *)((char *)larger[k].next + moved);
            free(all);
            all = larger;
        }
        all[used] = (struct entry){head, x[i] * x[0]};
        head = &all[used++];
    }
    double s = 0;
    for (; head; head = head->next)
        s = s * 0.7 + head->v * head->v;
    free(all);
    return s;
}

/* ---- made by the caller, whose shadow has distances of its own ---- */

static double given(struct node *l)
{
    double s = 0;
    for (; l; l = get(&l->next))
        s = s * 0.5 + l->v * l->v;
    return s;
}

static struct node *make(const double *v, int n, size_t room, void **junk)
{
    struct node *l = NULL;
    for (int i = n; i-- > 0; junk++) {
        struct node *m = malloc(sizeof *m);
        *junk = malloc(room * (size_t)i + 24);
        m->v = v[i];
        set(&m->next, l);
        l = m;
    }
    return l;
}

static void check_given(void)
{
    enum { N = 4 };
    const double v[N] = {1, 2, 3, 4}, zero[N] = {0}, one[N] = {0, 1, 0, 0};
    void *junk[3 * N];
    struct node *l = make(v, N, 24, junk), *d = make(zero, N, 100, junk + N),
                *t = make(one, N, 56, junk + 2 * N);
    __enzyme_autodiff((void *)given, enzyme_dup, l, d);
    for (int i = 0; i < N; i++, d = get(&d->next))
        CHECK(d->v, 2 * v[i] / (1 << (N - 1 - i)));
    CHECK(__enzyme_fwddiff((void *)given, enzyme_dup, l, t), 2.0 * v[1] / 4);
}

int main(void)
{
    const double x[5] = {0.9, -0.3, 1.9, 0.7, -1.2};

    ORACLE_GRADIENT(list, x, 5);
    ORACLE_GRADIENT(tree, x, 5);
    ORACLE_GRADIENT(queue, x, 5);
    ORACLE_GRADIENT(gap, x, 5);
    ORACLE_GRADIENT(gap_in_register, x, 5);
    ORACLE_GRADIENT(sums, x, 5);
    ORACLE_GRADIENT(directory, x, 5);
    ORACLE_GRADIENT(grown, x, 5);
    ORACLE_GRADIENT(in_arena, x, 5);
    check_given();
    return oracle_result();
}

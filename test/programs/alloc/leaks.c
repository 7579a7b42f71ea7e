/* Nothing is left on the heap: allocations of all kinds, several ways out, reverse and forward. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    char *name;
    double *at;
    struct node *next;
};

static double f(const double *x, int n)
{
    struct node *list = NULL;
    double s = 0, *grown = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = calloc(1, sizeof *p);
        p->name = strdup(i % 2 ? "odd" : "even");
        if (posix_memalign((void **)&p->at, 64, 3 * sizeof *p->at))
            return -1;
        p->at[0] = x[i];
        p->at[1] = x[i] * x[0];
        p->next = list;
        list = p;
        grown = reallocarray(grown, (size_t)i + 1, sizeof *grown);
        grown[i] = p->at[0] * p->at[1];
    }
    for (struct node *p = list, *next; p; p = next) {
        next = p->next;
        s += p->at[0] * p->at[1] * (p->name[0] == 'o' ? 2 : 1);
        free(p->name);
        free(p->at);
        free(p);
    }
    for (int k = 0; k < 4; k++) {
        double *w = malloc((size_t)n * sizeof *w);
        for (int i = 0; i < n; i++)
            w[i] = grown[i] * s;
        for (int i = 0; i < n; i++)
            s += w[i] / 16;
        free(w);
        if (s > 100)
            break;
    }
    free(grown);
    return s;
}

static void use(const double *x)
{
    double g[4], seed[4] = {1, 0, 0, 0};
    GRADIENT(f, x, g, 4);
    ORACLE_TANGENT_CALL(f, x, seed, 4);
}

int main(void)
{
    const double x[4] = {1.1, 0.2, -0.3, 0.7};

    for (int i = 0; i < 20; i++)
        use(x);
    size_t before = oracle_heap_in_use();
    for (int i = 0; i < 200; i++)
        use(x);
    /* A block lost in each call would be 32 bytes or more; the allocator keeps some back. */
    CHECK_THAT(oracle_heap_in_use() < before + 200 * 16);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* A list of 50000 nodes walked by recursion. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double v;
    struct node *next;
};

static double walk(const struct node *p, double acc)
{
    if (!p)
        return acc;
    double below = walk(p->next, acc * 0.5 + p->v);
    return below + p->v * acc * 1e-3;
}

static void drop(struct node *p)
{
    if (p) {
        drop(p->next);
        free(p);
    }
}

static double f(const double *x, int n)
{
    struct node *head = NULL;
    for (int i = 0; i < 50000; i++) {
        struct node *p = malloc(sizeof *p);
        p->v = x[i % n] * 0.1;
        p->next = head;
        head = p;
    }
    double s = walk(head, 1);
    drop(head);
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

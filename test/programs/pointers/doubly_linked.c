/* A doubly linked list with a sentinel: insertion in order, removal from the middle. */
#include <stdlib.h>
#include "oracle.h"

struct link {
    struct link *next, *prev;
    double v;
};

static void insert_before(struct link *at, struct link *l)
{
    l->prev = at->prev;
    l->next = at;
    at->prev->next = l;
    at->prev = l;
}

static double f(const double *x, int n)
{
    struct link head = {&head, &head, 0};
    for (int i = 0; i < n; i++) {
        struct link *at = head.next, *l = malloc(sizeof *l);
        l->v = x[i];
        while (at != &head && at->v < x[i])
            at = at->next;
        insert_before(at, l);
    }
    double s = 0;
    while (head.next != &head && head.next->next != &head) {
        struct link *a = head.next, *b = a->next;
        s += a->v * b->v;
        b->v += a->v * a->v;
        a->prev->next = b;
        b->prev = a->prev;
        free(a);
    }
    s += head.next->v;
    free(head.next);
    return s;
}

int main(void)
{
    const double x[5] = {0.9, 0.5, -0.9, 0.7, 0.2};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

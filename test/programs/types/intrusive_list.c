/* An intrusive list: container_of by offset from the link to the struct. */
#include <stddef.h>
#include <stdlib.h>
#include "oracle.h"

struct link {
    struct link *next;
};
struct particle {
    int id;
    double x, v;
    struct link link;
};

#define CONTAINER(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static double f(const double *x, int n)
{
    struct link *head = NULL;
    double energy = 0;
    for (int i = 0; i < n; i++) {
        struct particle *p = malloc(sizeof *p);
        *p = (struct particle){i, x[i], x[(i + 1) % n], {head}};
        head = &p->link;
    }
    for (struct link *l = head; l; l = l->next) {
        struct particle *p = CONTAINER(l, struct particle, link);
        energy += p->v * p->v * p->x * (p->id + 1);
    }
    while (head) {
        struct link *next = head->next;
        free(CONTAINER(head, struct particle, link));
        head = next;
    }
    return energy;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

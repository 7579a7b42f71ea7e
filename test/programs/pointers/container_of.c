/* Intrusive links: from the link back to the record around it. */
#include <stddef.h>
#include <stdlib.h>
#include "oracle.h"

struct link {
    struct link *next;
};
struct particle {
    double x, charge;
    struct link in_list;
};
#define PARTICLE(l) ((struct particle *)((char *)(l) - offsetof(struct particle, in_list)))

static double f(const double *x, int n)
{
    struct link *list = NULL;
    for (int i = 0; i + 1 < n; i += 2) {
        struct particle *p = malloc(sizeof *p);
        p->x = x[i];
        p->charge = x[i + 1] * x[i + 1];
        p->in_list.next = list;
        list = &p->in_list;
    }
    double energy = 0;
    for (struct link *a = list; a; a = a->next)
        for (struct link *b = a->next; b; b = b->next) {
            double d = PARTICLE(a)->x - PARTICLE(b)->x;
            energy += PARTICLE(a)->charge * PARTICLE(b)->charge / (1 + d * d);
        }
    while (list) {
        struct particle *p = PARTICLE(list);
        list = list->next;
        free(p);
    }
    return energy;
}

int main(void)
{
    const double x[6] = {0.9, 1.3, 1.9, 0.7, -0.2, 1.1};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

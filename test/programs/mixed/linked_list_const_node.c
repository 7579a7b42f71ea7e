/* A list in which a static constant node ends up among active ones. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double v;
    const struct node *next;
};
static const struct node last = {2.5, NULL};

static double f(const double *x, int n)
{
    struct node nodes[8];
    const struct node *head = &last;
    double s = 0;
    for (int i = 0; i < n; i++) {
        nodes[i] = (struct node){x[i] * x[i], head};
        head = &nodes[i];
    }
    for (const struct node *p = head; p && p->next; p = p->next)
        s += p->v * p->next->v;
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, -1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

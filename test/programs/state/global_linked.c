/* A global list head; nodes come from a static pool. */
#include "oracle.h"

struct node {
    double v;
    struct node *next;
};
static struct node pool[16], *head;
static int used;

static void push(double v)
{
    struct node *n = &pool[used++];
    n->v = v;
    n->next = head;
    head = n;
}

static double f(const double *x, int n)
{
    double s = 0;
    head = 0;
    used = 0;
    for (int i = 0; i < n; i++)
        push(x[i] * x[i]);
    for (struct node *p = head; p; p = p->next)
        s = s * 0.5 + p->v * (p->next ? p->next->v : 1);
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

/* A linked list built, walked and freed inside. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double value;
    struct node *next;
};

static double f(const double *x, int n)
{
    struct node *head = NULL;
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = x[i] * x[i];
        node->next = head;
        head = node;
    }
    for (struct node *p = head; p && p->next; p = p->next)
        p->value *= p->next->value;
    while (head) {
        struct node *next = head->next;
        s = s * 0.5 + head->value;
        free(head);
        head = next;
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.2, 0.8}), 5);
    return oracle_result();
}

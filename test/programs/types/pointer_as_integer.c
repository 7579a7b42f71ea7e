/* Pointers kept as uintptr_t, with a tag in the low bit. */
#include <stdint.h>
#include <stdlib.h>
#include "oracle.h"

struct cell {
    double value;
    uintptr_t next;
};

static struct cell *untag(uintptr_t p)
{
    return (struct cell *)(p & ~(uintptr_t)1);
}

static double f(const double *x, int n)
{
    uintptr_t head = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct cell *c = malloc(sizeof *c);
        c->value = x[i] * x[i];
        c->next = head;
        head = (uintptr_t)c | (uintptr_t)(i % 2);
    }
    for (uintptr_t p = head; untag(p); p = untag(p)->next)
        sum += untag(p)->value * (p & 1 ? 3 : 1);
    while (untag(head)) {
        struct cell *c = untag(head);
        head = c->next;
        free(c);
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

/* A linked list of void pointers to separately allocated numbers. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct link {
    void *data;
    struct link *next;
};
struct list {
    struct link *head, *tail;
    size_t size;
};

static void append(struct list *l, const void *element)
{
    struct link *k = malloc(sizeof *k);
    k->data = malloc(l->size);
    memcpy(k->data, element, l->size);
    k->next = NULL;
    if (l->tail)
        l->tail->next = k;
    else
        l->head = k;
    l->tail = k;
}

static void destroy(struct list *l)
{
    for (struct link *k = l->head, *next; k; k = next) {
        next = k->next;
        free(k->data);
        free(k);
    }
}

static double f(const double *x, int n)
{
    struct list l = {NULL, NULL, sizeof(double)};
    double product = 1;
    for (int i = 0; i < n; i++) {
        double y = x[i] + x[0] * i;
        append(&l, &y);
    }
    for (struct link *k = l.head; k; k = k->next)
        product *= *(double *)k->data;
    destroy(&l);
    return product;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

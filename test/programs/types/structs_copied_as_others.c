/* Structs with numbers are copied member by member as others with integers, as interpreters do with
 * their cells, though C does not allow it: integers that are only moved are not taken for such. */
#include <stdint.h>
#include <stdlib.h>
#include "oracle.h"

struct cell {
    int kind;
    double value;
};
struct generic {
    int kind;
    long payload;
};
struct counter {
    int kind;
    long count;
};

__attribute__((noinline)) static void cell_copy(void *to, const void *from)
{
    struct generic *a = to;
    const struct generic *b = from;
    a->kind = b->kind;
    a->payload = b->payload;
}

static double cells(const double *x, int n)
{
    char *stack = malloc(16 * 16), *other = malloc(16 * 16);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct cell *c = (struct cell *)(stack + 32 * i);
        struct counter *k = (struct counter *)(stack + 32 * i + 16);
        c->kind = 0;
        c->value = x[i] * x[0];
        k->kind = 1;
        k->count = i + 1;
    }
    for (int i = 0; i < 2 * n; i++)
        cell_copy(other + 16 * i, stack + 16 * ((i + 2) % (2 * n)));
    for (int i = 0; i < 2 * n; i++) {
        struct cell *c = (struct cell *)(other + 16 * i);
        struct counter *k = (struct counter *)(other + 16 * i);
        if (c->kind == 0)
            sum += c->value * c->value;
        else
            sum *= 1 + 0.1 * (double)k->count;
    }
    free(stack);
    free(other);
    return sum;
}

/* What is moved is calculated with as well, if it is a count. */
__attribute__((noinline)) static long generic_copy(struct generic *to, const struct generic *from)
{
    long payload = from->payload;
    to->kind = from->kind;
    to->payload = payload;
    return from->kind ? payload + 1 : 0;
}

static double counted(const double *x, int n)
{
    char *stack = malloc(16 * 16), *other = malloc(16 * 16);
    double sum = 0;
    long counts = 0;
    for (int i = 0; i < n; i++) {
        struct cell *c = (struct cell *)(stack + 32 * i);
        struct counter *k = (struct counter *)(stack + 32 * i + 16);
        c->kind = 0;
        c->value = x[i] * x[0];
        k->kind = 1;
        k->count = i + 1;
    }
    for (int i = 0; i < 2 * n; i++)
        counts += generic_copy((struct generic *)(other + 16 * i),
                               (struct generic *)(stack + 16 * ((i + 2) % (2 * n))));
    for (int i = 0; i < n; i++) {
        struct cell *c = (struct cell *)(other + 32 * i);
        sum += c->value * c->value * (double)counts;
    }
    free(stack);
    free(other);
    return sum;
}

int main(void)
{
    const double x[4] = {0.5, -0.3, 0.8, 1.2};

    ORACLE_GRADIENT(cells, x, 4);
    ORACLE_GRADIENT(counted, x, 4);
    return oracle_result();
}

/* Structs of characters, integers, pointers and numbers, copied whole through several hands. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct body {
    char name[12];
    short kind;
    unsigned flags : 3, layer : 5;
    double position[3], mass;
    float radius;
    struct body *next;
    long id;
};

__attribute__((noinline)) static void copy_body(struct body *to, const struct body *from)
{
    *to = *from;
}

static struct body *duplicate(const struct body *b)
{
    struct body *copy = malloc(sizeof *copy);
    memcpy(copy, b, sizeof *copy);
    return copy;
}

static double f(const double *x, int n)
{
    struct body a = {"first", 2, 1, 4, {x[0], x[1], x[2]}, x[3], 1.5f, NULL, 7}, b;
    copy_body(&b, &a);
    b.next = duplicate(&a);
    b.next->mass *= x[0];
    b.next->next = &a;
    struct body c = b;
    double sum = 0;
    for (const struct body *p = &c; p; p = p->next)
        for (int i = 0; i < 3; i++)
            sum += p->mass * p->position[i] * p->kind * p->layer * p->radius * (i + (double)p->id) *
                   (p->name[0] == 'f');
    free(b.next);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

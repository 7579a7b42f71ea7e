/* A walk over a list with a loop and scratch memory of its own in every step: what a step starts
 * from is a pointer. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct node {
    double value;
    struct node *next;
};

static double f(double x)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *e = malloc(sizeof *e);
        e->value = 0.88 * x * (i + 1);
        e->next = list;
        list = e;
    }
    for (struct node *e = list; e; e = e->next) {
        double *p = malloc(4 * sizeof *p);
        for (int i = 0; i < 4; i++)
            p[i] = 0.26 * exp(x) / (1 + x * x);
        x = 0.5 * x + 0.5 * p[3] * e->value;
        free(p);
    }
    while (list) {
        struct node *e = list;
        list = e->next;
        x = 0.5 * x + 0.5 * sin(e->value);
        free(e);
    }
    return x;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    return oracle_result();
}

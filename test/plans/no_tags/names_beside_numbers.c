/* Texts in structs with numbers. One is written by the C library, so that the struct is reached
 * from elsewhere: its pointer is loaded again behind each call, earlier than the program does,
 * without what the program says of it. Another one is part of records that are copied. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

struct atom {
    int count, neighbours[20];
    double place, speed;
};
struct gas {
    struct atom *atoms;
    int n;
    char title[32];
};

static void step(struct gas *g)
{
    for (int i = 0; i < g->n; i++) {
        struct atom *a = &g->atoms[i];
        for (int k = 0; k < a->count; k++)
            a->speed += 0.1 * sin(g->atoms[a->neighbours[k]].place - a->place);
        a->place += 0.1 * a->speed;
        struct atom copy = *a;
        copy.speed *= 0.9;
        g->atoms[i] = copy;
    }
}

static double titled(const double *x, int n)
{
    struct gas g = {malloc((size_t)n * sizeof *g.atoms), n, ""};
    double sum = 0;
    if (!g.atoms)
        abort();
    snprintf(g.title, sizeof g.title, "run %d", n);
    for (int i = 0; i < n; i++) {
        struct atom *a = &g.atoms[i];
        a->count = i % 20;
        a->place = x[i];
        a->speed = 0;
        for (int k = 0; k < a->count; k++)
            a->neighbours[k] = (i + k) % n;
    }
    for (int t = 0; t < 3; t++)
        step(&g);
    for (int i = 0; i < n; i++)
        sum += g.atoms[i].place * g.atoms[i].speed;
    free(g.atoms);
    return sum;
}

struct order {
    double price, quantity;
    int next;
    char owner[8];
};

static double trade(const double *x, int n)
{
    struct order *all = NULL;
    int room = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct order o = {x[i], 1 + 0.1 * x[(i + 1) % n], (i * 7) % n, "x"};
        if (i == room) {
            room = room ? 2 * room : 1;
            all = realloc(all, (size_t)room * sizeof *all);
            if (!all)
                abort();
        }
        all[i] = o;
    }
    for (int i = 0; i < n; i++) {
        all[i].quantity += 0.1 * sin(all[all[i].next].price);
        sum += all[i].quantity * all[i].price;
    }
    free(all);
    return sum;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(titled, x, 7);
    ORACLE_GRADIENT(trade, x, 7);
    return oracle_result();
}

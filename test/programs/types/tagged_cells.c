/* Cells of two tagged values, each a number or the address of a cell. The program reads the same
 * bytes as a number and as an address, and value numbering makes one load of the two: what goes on
 * to a function, or is copied, is still an address where the tag says so. Results that hold a
 * number or an address are refused in __enzyme_fwdsplit. */
#include "oracle.h"
#include <stdlib.h>

enum tag { EMPTY, NUMBER, CELL };

typedef struct {
    enum tag tag;
    union {
        double number;
        struct cell *cell;
    } as;
} value;

struct cell {
    value first, rest;
};

/* All that is allocated, to be freed. */
struct pool {
    struct cell *cells[64];
    int count;
};

static value empty(void)
{
    return (value){EMPTY, {.number = 0}};
}

static value number(double x)
{
    return (value){NUMBER, {.number = x}};
}

static value cons(struct pool *p, value first, value rest)
{
    struct cell *c = malloc(sizeof *c);
    c->first = first;
    c->rest = rest;
    p->cells[p->count++] = c;
    return (value){CELL, {.cell = c}};
}

static void release(struct pool *p)
{
    while (p->count)
        free(p->cells[--p->count]);
}

static double product(value list)
{
    if (list.tag != CELL)
        return 1;
    value first = list.as.cell->first;
    return (first.tag == CELL ? product(first) : first.as.number) * product(list.as.cell->rest);
}

static value powers(struct pool *p, double x, int n)
{
    return n ? cons(p, number(x), powers(p, x, n - 1)) : cons(p, number(3), empty());
}

/* A word that was loaded as a number goes to a function as an address. */
static double handed_on(const double *x, int n)
{
    struct pool p = {.count = 0};
    value list = empty();
    for (int i = n - 1; i >= 0; i--)
        list = cons(&p, number(x[i]), list);
    double s = product(list) + product(cons(&p, list, powers(&p, x[1], 3)));
    release(&p);
    return s;
}

static double leaf(value v)
{
    return v.tag == CELL ? leaf(v.as.cell->first) : v.tag == NUMBER ? v.as.number : 0;
}

/* A word that was loaded as a number is stored as an address. */
static double copied(const double *x, int n)
{
    struct pool p = {.count = 0};
    value list = cons(&p, cons(&p, number(x[0]), empty()), cons(&p, number(x[1]), empty())),
          kept[6];
    double s = 0;
    for (int i = 0; i < 6; i++) {
        value first = list.as.cell->first;
        s += (first.tag == NUMBER ? first.as.number : 2 * x[0]) * (i + 1);
        kept[i] = first;
        list = i % 2 ? cons(&p, number(x[1] * i), list) : cons(&p, cons(&p, first, list), empty());
    }
    for (int i = 0; i < 6; i++)
        s += (i + 1) * leaf(kept[i]);
    release(&p);
    return s;
}

static value first_of(value v)
{
    return v.tag == CELL ? v.as.cell->first : empty();
}

static value rest_of(value v)
{
    return v.tag == CELL ? v.as.cell->rest : empty();
}

/* The product of the numbers in e, of which empty ones stand for the first of `known`. */
static value evaluate(struct pool *p, value e, value known)
{
    if (e.tag == EMPTY)
        return first_of(known);
    if (e.tag != CELL)
        return e;
    value a = evaluate(p, first_of(e), known),
          b = rest_of(e).tag == EMPTY ? number(1) : evaluate(p, rest_of(e), known),
          both = cons(p, a, cons(p, b, empty()));
    return number(first_of(both).as.number * first_of(rest_of(both)).as.number);
}

/* Numbers of a text are constants beside active ones. */
static double interpreted(const double *x, int n)
{
    struct pool p = {.count = 0};
    value known = cons(&p, number(x[0] + x[1]), empty()), e = empty();
    const char *text = "3 5 7";
    for (int i = 0; i < 3; i++) {
        char *end;
        e = cons(&p, number(strtod(text, &end)), e);
        e = cons(&p, empty(), e);
        text = end;
    }
    double s = evaluate(&p, e, known).as.number;
    release(&p);
    return s;
}

int main(void)
{
    double x[2] = {0.9, 1.3};
    ORACLE_GRADIENT(handed_on, x, 2);
    ORACLE_GRADIENT(copied, x, 2);
    ORACLE_GRADIENT(interpreted, x, 2);
    return oracle_result();
}

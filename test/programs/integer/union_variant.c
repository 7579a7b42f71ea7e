/* A variant type: integers, numbers, text and lists in one tagged union. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct value {
    enum { INTEGER, REAL, TEXT, LIST } kind;
    union {
        long integer;
        double real;
        const char *text;
        struct {
            struct value *at;
            int count;
        } list;
    } u;
};

static struct value real(double v)
{
    return (struct value){REAL, {.real = v}};
}
static struct value integer(long v)
{
    return (struct value){INTEGER, {.integer = v}};
}
static struct value text(const char *s)
{
    return (struct value){TEXT, {.text = s}};
}

static double total(const struct value *v)
{
    double s = 0;
    switch (v->kind) {
    case INTEGER: return (double)v->u.integer;
    case REAL: return v->u.real * v->u.real;
    case TEXT: return (double)strlen(v->u.text);
    case LIST:
        for (int i = 0; i < v->u.list.count; i++)
            s = s * 0.5 + total(&v->u.list.at[i]);
    }
    return s;
}

static double f(const double *x, int n)
{
    struct value all = {LIST, {.list = {malloc(9 * sizeof(struct value)), 9}}};
    for (int i = 0; i < 9; i++)
        all.u.list.at[i] = i % 3 == 0 ? real(x[i % n]) : i % 3 == 1 ? integer(i) : text("four");
    double s = total(&all) * x[0];
    free(all.u.list.at);
    return s;
}

int main(void)
{
    const double x[4] = {0.5, 0.25, 0.75, 1.1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

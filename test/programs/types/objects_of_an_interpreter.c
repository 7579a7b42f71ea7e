/* Values of a Lisp: an integer, a number, a text or a pair of pointers in a union; passed,
 * returned, sorted and kept by value. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

typedef struct object object;
enum kind { NIL, INTEGER, NUMBER, TEXT, PAIR };
struct object {
    enum kind kind;
    union {
        long i;
        double d;
        const char *s;
        struct {
            object *car, *cdr;
        } p;
    };
};

static object number(double d)
{
    object o;
    o.kind = NUMBER;
    o.d = d;
    return o;
}

static object integer(long i)
{
    return (object){.kind = INTEGER, .i = i};
}

static object text(const char *s)
{
    object o;
    o.kind = TEXT;
    o.s = s;
    return o;
}

static double value(object o)
{
    switch (o.kind) {
    case INTEGER: return (double)o.i;
    case NUMBER: return o.d;
    case TEXT: return (double)strlen(o.s);
    default: return 0;
    }
}

static object cons(object *heap, int *used, object car, object cdr)
{
    object o;
    o.kind = PAIR;
    o.p.car = &heap[(*used)++];
    *o.p.car = car;
    o.p.cdr = &heap[(*used)++];
    *o.p.cdr = cdr;
    return o;
}

static double walk(object o)
{
    if (o.kind == PAIR)
        return walk(*o.p.car) * 0.9 + walk(*o.p.cdr);
    return value(o);
}

static double list(const double *x, int n)
{
    object *heap = calloc(64, sizeof *heap), l = {.kind = NIL};
    int used = 0;
    for (int i = 0; i < n; i++)
        l = cons(heap, &used, i % 2 ? number(x[i] * x[i]) : integer(i), l);
    double s = walk(cons(heap, &used, l, number(x[1])));
    free(heap);
    return s;
}

static void exchange(object *a, object *b)
{
    object t = *a;
    *a = *b;
    *b = t;
}

static double sorted(const double *x, int n)
{
    object *a = malloc((size_t)n * sizeof *a);
    double s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i == 1 ? integer(1) : i == 3 ? text("x") : number(x[i]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (value(a[j]) > value(a[j + 1]))
                exchange(&a[j], &a[j + 1]);
    for (int i = 0; i < n; i++)
        s += value(a[i]) * value(a[i]) * (i + 1);
    free(a);
    return s;
}

static object *first(object *a, int n, enum kind kind)
{
    for (int i = 0; i < n; i++)
        if (a[i].kind == kind)
            return &a[i];
    return NULL;
}

static double moved(const double *x, int n)
{
    object a[8], b[8];
    double s = 0;
    for (int i = 0; i < n; i++)
        a[i] = i < 2 ? integer(i) : number(x[i]);
    memcpy(b, a, sizeof *a * (size_t)n);
    object *p = first(b, n, NUMBER);
    p->d *= x[0];
    object q = *p;
    *p = integer(4);
    memmove(b + 1, b, sizeof *b * (size_t)(n - 1));
    b[0] = q;
    for (int i = 0; i < n; i++)
        s += value(b[i]) * (i + 1);
    return s * s;
}

int main(void)
{
    const double x[6] = {0.7, 1.3, 0.45, -0.9, 1.1, 0.3};

    ORACLE_GRADIENT(list, x, 6);
    ORACLE_GRADIENT(sorted, x, 6);
    ORACLE_GRADIENT(moved, x, 6);
    return oracle_result();
}

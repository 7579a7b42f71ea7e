/* Numbers and addresses that are one member of a union each travel in one integer register: as
 * arguments and results of functions that are not inlined, such an integer has a shadow where it is
 * an address, and a tangent or an adjoint where it is a number; refused in __enzyme_fwdsplit. */
#include "oracle.h"
#include <stdint.h>
#include <stdlib.h>

enum tag { NUMBER, INTEGER, LIST };

struct list {
    int count;
    double items[];
};

struct value {
    enum tag tag;
    union {
        double number;
        int64_t integer;
        struct list *list;
    } as;
};

static struct value number(double x)
{
    return (struct value){NUMBER, {.number = x}};
}

static double to_number(struct value v)
{
    return v.tag == INTEGER ? (double)v.as.integer : v.as.number;
}

static struct value new_list(int n)
{
    struct list *l = calloc(1, sizeof *l + (size_t)n * sizeof *l->items);
    l->count = n;
    return (struct value){LIST, {.list = l}};
}

static double item(struct value v, int i)
{
    return v.tag == LIST ? v.as.list->items[i] : to_number(v);
}

static void release(struct value v)
{
    if (v.tag == LIST)
        free(v.as.list);
}

static struct value times(struct value a, struct value b)
{
    if (a.tag == LIST || b.tag == LIST) {
        int n = a.tag == LIST ? a.as.list->count : b.as.list->count;
        struct value r = new_list(n);
        for (int i = 0; i < n; i++)
            r.as.list->items[i] = times(number(item(a, i)), number(item(b, i))).as.number;
        return r;
    }
    return number(to_number(a) * to_number(b));
}

static __attribute__((noinline)) struct value larger(struct value a, struct value b)
{
    if (a.tag == LIST || b.tag == LIST)
        return a.tag == LIST ? a : b;
    return to_number(a) > to_number(b) ? a : b;
}

/* Nothing but numbers is there when it runs. */
static double product(const double *x, int n)
{
    struct value v = number(x[0]);
    for (int i = 1; i < n; i++)
        v = times(v, number(x[i]));
    return to_number(v);
}

/* What is calculated goes through a stack in memory. */
static double on_a_stack(const double *x, int n)
{
    struct value stack[8];
    int top = 0;
    double s = 0;
    for (int i = 0; i < n; i++) {
        stack[top++] = number(x[i]);
        if (x[i] > 1)
            stack[top++] = (struct value){INTEGER, {.integer = i + 2}};
        else
            stack[top++] = number(x[i] + 1);
        top--;
        stack[top - 1] = times(stack[top - 1], stack[top]);
        stack[top - 1] = larger(stack[top - 1], number(0.1 * x[0]));
    }
    while (top--)
        s += to_number(stack[top]) * to_number(stack[top]);
    return s;
}

static double with_lists(const double *x, int n)
{
    struct value a = new_list(n), b, c, d;
    double s = 0;
    for (int i = 0; i < n; i++)
        a.as.list->items[i] = x[i];
    b = times(a, number(x[1]));
    c = times((struct value){INTEGER, {.integer = 3}}, b);
    d = larger(c, number(x[0]));
    for (int i = 0; i < n; i++)
        s += (i + 1) * d.as.list->items[i] * a.as.list->items[i];
    release(a);
    release(b);
    release(c);
    return s + to_number(larger(number(x[0]), number(x[2])));
}

int main(void)
{
    double x[4] = {0.5, 0.75, 1.25, 0.3};
    ORACLE_GRADIENT(product, x, 4);
    ORACLE_GRADIENT(on_a_stack, x, 4);
    ORACLE_GRADIENT(with_lists, x, 4);
    return oracle_result();
}

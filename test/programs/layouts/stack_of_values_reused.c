/* The slots of a stack hold a pointer first, then a double, two floats or an integer. */
#include "layouts.h"

enum kind { NUMBER, PAIR, POINTER, COUNT };
struct value {
    enum kind kind;
    union {
        double d;
        struct {
            float a, b;
        } f;
        void *p;
        long i;
    } u;
};

static struct value *push(struct value *stack, int *top)
{
    return &stack[(*top)++];
}

static double f(const double *x, int n)
{
    struct value *stack = malloc((size_t)n * sizeof *stack);
    int top = 0;
    for (int i = 0; i < n; i++) {
        struct value *v = push(stack, &top);
        v->kind = POINTER;
        v->u.p = v;
    }
    double s = 0;
    top = 0;
    for (int i = 0; i < n; i++) {
        struct value *v = push(stack, &top);
        v->kind = i % 3 == 0 ? NUMBER : i % 3 == 1 ? PAIR : COUNT;
        if (v->kind == NUMBER)
            v->u.d = x[i] * x[i];
        else if (v->kind == PAIR) {
            v->u.f.a = (float)x[i];
            v->u.f.b = (float)(x[i] * x[i]);
        } else
            v->u.i = i;
    }
    for (int i = 0; i < n; i++) {
        struct value *v = &stack[i];
        if (v->kind == NUMBER)
            s += v->u.d * x[i];
        else if (v->kind == PAIR)
            s += v->u.f.a * v->u.f.b;
        else if (v->kind == COUNT)
            s += (double)v->u.i * x[i];
    }
    free(stack);
    return s;
}

static int test(void)
{
    const double x[6] = {1.5, 0.25, -2, 0.75, 3, 0.5};
    double dx[6] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 6);
    for (int i = 0; i < 6; i++)
        CHECK_TOL(dx[i], i % 3 == 2 ? i : 3 * x[i] * x[i], 1e-5);
    return oracle_result();
}

int main(int argc, char **argv)
{
    return in_all_layouts(argc, argv, test);
}

/* Values of an interpreter's stack: where a pointer was come two floats. */
#include <stdlib.h>
#include "oracle.h"

struct value {
    int tag;
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

static double f(double x, int n)
{
    struct value *stack = malloc((size_t)n * sizeof *stack);
    int top = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct value *v = push(stack, &top);
        v->tag = 2;
        v->u.p = v;
    }
    top = 0;
    for (int i = 0; i < n; i++) {
        struct value *v = push(stack, &top);
        v->tag = i % 3;
        if (v->tag == 0) {
            v->u.d = x * x;
        } else if (v->tag == 1) {
            v->u.f.a = (float)x;
            v->u.f.b = (float)(x * x);
        } else
            v->u.i = i;
    }
    for (int i = 0; i < n; i++) {
        const struct value *v = &stack[i];
        if (v->tag == 0)
            sum += v->u.d * x;
        else if (v->tag == 1)
            sum += v->u.f.a * v->u.f.b;
        else
            sum += (double)v->u.i * x;
    }
    free(stack);
    return sum;
}

int main(void)
{
    void *before[20];
    for (int k = 0; k < 20; k++) {
        before[k] = malloc((size_t)(1 + 37 * k)); /* other addresses */
        CHECK_FLOAT(__enzyme_autodiff((void *)f, 1.5, enzyme_const, 6), 34);
        CHECK_FLOAT(__enzyme_fwddiff((void *)f, 1.5, 1.0, enzyme_const, 6), 34);
    }
    for (int k = 0; k < 20; k++)
        free(before[k]);
    return oracle_result();
}

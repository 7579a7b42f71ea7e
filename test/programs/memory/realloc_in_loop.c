/* A growing vector: capacity doubles inside the loop. */
#include <stdlib.h>
#include "oracle.h"

struct vector {
    double *data;
    int size, capacity;
};

static void push(struct vector *v, double value)
{
    if (v->size == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 1;
        v->data = realloc(v->data, (size_t)v->capacity * sizeof *v->data);
    }
    v->data[v->size++] = value;
}

static double f(const double *x, int n)
{
    struct vector v = {0};
    double s = 0;
    for (int i = 0; i < n; i++) {
        push(&v, x[i] * x[i]);
        if (x[i] > 0)
            push(&v, x[i] * v.data[0]);
    }
    for (int i = 0; i < v.size; i++)
        s += v.data[i] * v.data[v.size - 1 - i];
    free(v.data);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.7, 0.4}), 5);
    return oracle_result();
}

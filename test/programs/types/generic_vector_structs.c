/* The generic vector with structs of a pointer, an integer and numbers in it. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct vector {
    void *data;
    size_t esize, count, capacity;
};
struct term {
    int power;
    const char *name;
    double coefficient;
};

static struct vector *vector_new(size_t esize)
{
    struct vector *v = calloc(1, sizeof *v);
    v->esize = esize;
    return v;
}

static void vector_push(struct vector *v, const void *element)
{
    if (v->count == v->capacity) {
        v->capacity = 2 * v->capacity + 1;
        v->data = realloc(v->data, v->capacity * v->esize);
    }
    memcpy((char *)v->data + v->count++ * v->esize, element, v->esize);
}

static void vector_pop(struct vector *v, void *element)
{
    memcpy(element, (char *)v->data + --v->count * v->esize, v->esize);
}

static void vector_free(struct vector *v)
{
    free(v->data);
    free(v);
}

static double f(const double *x, int n)
{
    struct vector *v = vector_new(sizeof(struct term));
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct term t = {i, "t", x[i] * (1 + i)};
        vector_push(v, &t);
    }
    while (v->count) {
        struct term t;
        vector_pop(v, &t);
        double p = 1;
        for (int k = 0; k < t.power; k++)
            p *= x[0];
        sum += t.coefficient * p * (t.name[0] == 't');
    }
    vector_free(v);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

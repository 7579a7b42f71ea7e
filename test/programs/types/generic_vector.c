/* A growing array of elements of any size: memcpy of esize bytes, realloc. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct vector {
    char *data;
    size_t esize, count, capacity;
};

static void vector_push(struct vector *v, const void *element)
{
    if (v->count == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 2;
        v->data = realloc(v->data, v->capacity * v->esize);
    }
    memcpy(v->data + v->count++ * v->esize, element, v->esize);
}

static void *vector_at(const struct vector *v, size_t i)
{
    return v->data + i * v->esize;
}

static double f(const double *x, int n)
{
    struct vector v = {NULL, sizeof(double), 0, 0};
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[i] * (i + 1);
        vector_push(&v, &y);
    }
    for (size_t i = 0; i + 1 < v.count; i++)
        sum += *(double *)vector_at(&v, i) * *(double *)vector_at(&v, i + 1);
    free(v.data);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -1.3}), 5);
    return oracle_result();
}

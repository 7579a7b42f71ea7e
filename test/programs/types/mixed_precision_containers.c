/* One generic vector type holds floats, doubles and integers in the same program. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct vector {
    char *data;
    size_t esize, count, capacity;
};

static void push(struct vector *v, const void *element)
{
    if (v->count == v->capacity) {
        v->capacity = 2 * v->capacity + 1;
        v->data = realloc(v->data, v->capacity * v->esize);
    }
    memcpy(v->data + v->count++ * v->esize, element, v->esize);
}

static double f(const double *x, int n)
{
    struct vector d = {NULL, sizeof(double), 0, 0}, s = {NULL, sizeof(float), 0, 0},
                  k = {NULL, sizeof(int), 0, 0};
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double a = x[i] * x[i];
        float b = (float)i + 0.5f;
        int c = n - i;
        push(&d, &a);
        push(&s, &b);
        push(&k, &c);
    }
    for (size_t i = 0; i < d.count; i++)
        sum += ((double *)d.data)[i] * ((float *)s.data)[i] * ((int *)k.data)[i];
    free(d.data);
    free(s.data);
    free(k.data);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}

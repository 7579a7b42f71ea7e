/* An arena of bytes that hands out aligned blocks: matrices, structs and strings side by side. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct arena {
    unsigned char *base;
    size_t used, size;
};

static void *arena_alloc(struct arena *a, size_t n)
{
    size_t at = (a->used + 15) & ~(size_t)15;
    a->used = at + n;
    return a->used <= a->size ? a->base + at : NULL;
}

struct layer {
    int rows, cols;
    double *weight;
    char *name;
};

static struct layer *layer_new(struct arena *a, const char *name, int rows, int cols)
{
    struct layer *l = arena_alloc(a, sizeof *l);
    l->rows = rows;
    l->cols = cols;
    l->name = arena_alloc(a, strlen(name) + 1);
    strcpy(l->name, name);
    l->weight = arena_alloc(a, (size_t)(rows * cols) * sizeof(double));
    return l;
}

static double f(const double *x, int n)
{
    struct arena a = {malloc(4096), 0, 4096};
    struct layer *l[2] = {layer_new(&a, "first", 2, n), layer_new(&a, "second", 1, 2)};
    double *hidden = arena_alloc(&a, 2 * sizeof *hidden), out = 0;
    for (int i = 0; i < 2 * n; i++)
        l[0]->weight[i] = x[i % n] * (i + 1);
    l[1]->weight[0] = x[0];
    l[1]->weight[1] = x[1] * x[1];
    for (int r = 0; r < l[0]->rows; r++) {
        hidden[r] = 0;
        for (int c = 0; c < l[0]->cols; c++)
            hidden[r] += l[0]->weight[r * l[0]->cols + c] * x[c];
    }
    for (int r = 0; r < 2; r++)
        out += l[1]->weight[r] * hidden[r];
    out *= strlen(l[1]->name);
    free(a.base);
    return out;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}

/* Blocks of a free list: the first word, which is the next pointer, is used as two floats. */
#include <stdlib.h>
#include "oracle.h"

struct block {
    struct block *next;
};
struct item {
    float u, v;
};

static double f(double x, int n)
{
    char *chunk = malloc((size_t)n * sizeof(struct item));
    struct block *list = NULL;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct block *b = (struct block *)(chunk + (size_t)i * sizeof(struct item));
        b->next = list;
        list = b;
    }
    for (int i = 0; i < n; i++) {
        struct item *a = (struct item *)list;
        list = list->next;
        a->u = (float)(x * x);
        a->v = (float)x;
        sum += a->u * x + a->v * x;
    }
    free(chunk);
    return sum;
}

int main(void)
{
    void *before[20];
    for (int k = 0; k < 20; k++) {
        before[k] = malloc((size_t)(1 + 37 * k)); /* other addresses */
        CHECK_FLOAT(__enzyme_autodiff((void *)f, 1.5, enzyme_const, 5), 48.75);
        CHECK_FLOAT(__enzyme_fwddiff((void *)f, 1.5, 1.0, enzyme_const, 5), 48.75);
    }
    for (int k = 0; k < 20; k++)
        free(before[k]);
    return oracle_result();
}

/* Blocks of a free list, whose first word is the pointer to the next, are used as two floats. */
#include "layouts.h"

struct block {
    struct block *next;
};
struct item {
    float u, v;
};

static double f(const double *x, int n)
{
    char *chunk = malloc((size_t)n * sizeof(struct item));
    struct block *list = NULL;
    for (int i = 0; i < n; i++) {
        struct block *b = (struct block *)(chunk + (size_t)i * sizeof(struct item));
        b->next = list;
        list = b;
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct item *a = (struct item *)list;
        list = list->next;
        a->u = (float)(x[i] * x[i]);
        a->v = (float)x[0];
        s += a->u * x[1] + a->v * x[i];
    }
    free(chunk);
    return s;
}

static int test(void)
{
    const double x[5] = {1.5, 0.25, -2, 0.75, 3};
    double dx[5] = {0}, sum = 0, expected[5];
    for (int i = 0; i < 5; i++)
        sum += x[i];
    for (int i = 0; i < 5; i++)
        expected[i] = 2 * x[i] * x[1] + x[0] + (i == 0 ? sum : 0);
    for (int i = 0; i < 5; i++)
        expected[1] += x[i] * x[i];
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 5);
    CHECK_ARRAY(dx, expected, 5);
    return oracle_result();
}

int main(int argc, char **argv)
{
    return in_all_layouts(argc, argv, test);
}

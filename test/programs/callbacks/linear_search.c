/* lfind and lsearch: a table of parameters that grows as names come up. */
#define _GNU_SOURCE
#include "oracle.h"
#include <search.h>

struct item {
    int id;
    double value;
};

static int same_id(const void *a, const void *b)
{
    return ((const struct item *)a)->id != ((const struct item *)b)->id;
}

static double f(const double *x, int n)
{
    struct item table[16];
    size_t count = 0;
    for (int i = 0; i < n; i++) {
        struct item e = {.id = (i * i) % 5, .value = x[i] * x[i]};
        struct item *found = lsearch(&e, table, &count, sizeof e, same_id);
        found->value += x[i] * (i + 1);
    }
    struct item key = {.id = 4};
    struct item *four = lfind(&key, table, &count, sizeof key, same_id);
    double s = four ? four->value * four->value : 0;
    for (size_t k = 0; k < count; k++)
        s += (double)(k + 1) * table[k].value;
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.3, -1.2, 2.5, 0.9, -0.4, 1.7, 3.1}), 7);
    return oracle_result();
}

/* Sorting pointers to records instead of the records. */
#include <stdlib.h>
#include "oracle.h"

struct record {
    double key, weight;
};

static void sort(const struct record **p, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && p[k]->key < p[k - 1]->key; k--) {
            const struct record *t = p[k];
            p[k] = p[k - 1];
            p[k - 1] = t;
        }
}

static double f(const double *x, int n)
{
    struct record *r = malloc((size_t)n * sizeof *r);
    const struct record **order = malloc((size_t)n * sizeof *order);
    for (int i = 0; i < n; i++) {
        r[i] = (struct record){x[i], x[i] * x[(i + 1) % n]};
        order[i] = &r[i];
    }
    sort(order, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += order[i]->weight * (i + 1) + order[i]->key * order[n - 1 - i]->key;
    free(order);
    free(r);
    return s;
}

int main(void)
{
    const double x[6] = {0.9, 0.8, -0.9, 0.7, 1.5, -0.3};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

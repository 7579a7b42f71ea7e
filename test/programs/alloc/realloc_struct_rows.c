/* An array of structs that own rows, grown while the rows stay alive. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct row {
    int length;
    double *at;
    double weight;
};
struct table {
    struct row *rows;
    int count, room;
};

static void add_row(struct table *t, const double *x, int length)
{
    if (t->count >= t->room) {
        t->room = t->room * 3 / 2 + 1;
        t->rows = realloc(t->rows, (size_t)t->room * sizeof *t->rows);
    }
    struct row *r = &t->rows[t->count++];
    r->length = length;
    r->at = malloc((size_t)length * sizeof *r->at);
    memcpy(r->at, x, (size_t)length * sizeof *r->at);
    r->weight = x[0] * x[length - 1];
}

static double f(const double *x, int n)
{
    struct table t = {0};
    double s = 0;
    for (int i = 0; i < n; i++)
        add_row(&t, x + i, n - i);
    for (int k = 0; k < t.count; k++)
        for (int j = 0; j < t.rows[k].length; j++)
            s += t.rows[k].weight * t.rows[k].at[j] * t.rows[k].at[j];
    for (int k = 0; k < t.count; k++)
        free(t.rows[k].at);
    free(t.rows);
    return s;
}

int main(void)
{
    const double x[6] = {1.1, 0.8, -0.9, 0.7, 0.9, 1.3};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}

// Structs that hold pointers are copied from constant memory into memory that becomes active: the
// pointers stay constant.
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

struct item {
    const double *table;
    double weight;
};

static double f(const double *x, int n, const struct item *items, int k)
{
    struct item *mine = malloc(n * sizeof *mine);
    double s = 0;
    for (int i = 0; i < n; i++) {
        memcpy(&mine[i], &items[(i + k) % 3], sizeof *mine);
        mine[i].weight *= x[i];
    }
    for (int i = 0; i < n; i++)
        s += mine[i].weight * mine[(i * k) % n].table[i % 2] * x[0];
    free(mine);
    return s;
}

int main(void)
{
    double tables[3][2] = {{1, 2}, {3, 4}, {5, 6}}, x[4] = {0.5, 1.5, -1, 2}, dx[4] = {0};
    struct item items[3] = {{tables[0], 1}, {tables[1], 2}, {tables[2], 3}};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4, enzyme_const, items,
                      enzyme_const, 2);
    for (int i = 0; i < 3; i++) {
        CHECK(tables[i][0], 2 * i + 1);
        CHECK(tables[i][1], 2 * i + 2);
    }
    for (int i = 0; i < 4; i++) {
        double e = 1e-6, up[4], down[4];
        memcpy(up, x, sizeof x), memcpy(down, x, sizeof x);
        up[i] += e, down[i] -= e;
        CHECK_TOL(dx[i], (f(up, 4, items, 2) - f(down, 4, items, 2)) / (2 * e), 1e-6);
        double v[4] = {0};
        v[i] = 1;
        CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, 4, enzyme_const, items,
                               enzyme_const, 2),
              dx[i]);
    }
    return oracle_result();
}

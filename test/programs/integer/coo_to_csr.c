/* A sparse matrix assembled from triplets (sorted, duplicates summed), then a product. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct triplet {
    int row, column;
    double value;
};

static void sort(struct triplet *t, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            struct triplet v = t[i];
            int k = i;
            for (; k >= gap && (t[k - gap].row > v.row ||
                                (t[k - gap].row == v.row && t[k - gap].column > v.column));
                 k -= gap)
                t[k] = t[k - gap];
            t[k] = v;
        }
}

static double f(const double *x, int n)
{
    int count = 0, size = 5, start[6] = {0}, column[32];
    struct triplet t[32];
    double value[32], y[5] = {0}, s = 0;
    for (int e = 0; e + 1 < size; e++) /* two-node elements */
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                t[count++] =
                    (struct triplet){e + a, e + b, (a == b ? 1 : -1) * x[e % n] * x[e % n]};
    sort(t, count);
    int entries = 0;
    for (int k = 0; k < count; k++) {
        if (k && t[k].row == t[k - 1].row && t[k].column == t[k - 1].column) {
            value[entries - 1] += t[k].value;
            continue;
        }
        column[entries] = t[k].column;
        value[entries++] = t[k].value;
        start[t[k].row + 1] = entries;
    }
    for (int i = 0; i < size; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            y[i] += value[k] * x[column[k] % n];
    for (int i = 0; i < size; i++)
        s += y[i] * y[i];
    return s;
}

int main(void)
{
    const double x[4] = {0.5, 0.25, 0.75, 1.1};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}

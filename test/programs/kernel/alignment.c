/* Hard dynamic programming: the best path through a table of scores, two rows kept. */
#include <string.h>
#include "oracle.h"

enum { N = 5 };

static double f(const double *x, int n)
{
    double row[N + 1] = {0}, next[N + 1];
    double gap = x[2 * N];
    for (int i = 0; i < N; i++) {
        next[0] = row[0] - gap;
        for (int j = 0; j < N; j++) {
            double match = row[j] + x[i] * x[N + j];
            double skip = row[j + 1] - gap, insert = next[j] - gap;
            next[j + 1] = match > skip    ? match > insert ? match : insert
                          : skip > insert ? skip
                                          : insert;
        }
        memcpy(row, next, sizeof row);
    }
    return row[N];
}

int main(void)
{
    double x[2 * N + 1];
    oracle_random(x, 2 * N + 1, 9);
    x[2 * N] = 0.21;
    ORACLE_GRADIENT(f, x, 2 * N + 1);
    return oracle_result();
}

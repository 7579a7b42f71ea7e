/* The wave equation rotates three buffers through a table of pointers. */
#include <string.h>
#include "oracle.h"

enum { N = 8 };

static double f(const double *x, int n)
{
    double storage[3][N] = {{0}};
    double *level[3] = {storage[0], storage[1], storage[2]}, s = 0;
    memcpy(level[0], x, sizeof storage[0]);
    memcpy(level[1], x, sizeof storage[1]);
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++) {
            double c = 0.3 + 0.1 * level[1][i];
            level[2][i] = 2 * level[1][i] - level[0][i] +
                          c * c * (level[1][i - 1] - 2 * level[1][i] + level[1][i + 1]);
        }
        double *oldest = level[0];
        level[0] = level[1];
        level[1] = level[2];
        level[2] = oldest;
        s += level[1][N / 2] * level[1][N / 2];
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 8);
    ORACLE_GRADIENT(f, x, N);
    return oracle_result();
}

/* A packed lower triangular system solved in place on the right-hand side. */
#include "oracle.h"

static void f(const double *l, int n, double *b, int m)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++)
            b[i] -= l[i * (i + 1) / 2 + j] * b[j];
        b[i] /= l[i * (i + 1) / 2 + i];
    }
}

int main(void)
{
    const double l[10] = {2, 0.5, 1.5, -1, 0.3, 3, 0.2, 0.7, -0.4, 1.2}, b[4] = {1, 2, -1, 0.5};
    ORACLE_MAP(f, l, 10, b, 4);
    return oracle_result();
}

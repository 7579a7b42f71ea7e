/* C = A B + C on flat arrays, three loops. */
#include "oracle.h"

enum { N = 5 };

static void f(const double *ab, int n, double *c, int m)
{
    const double *a = ab, *b = ab + N * N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i * N + j] += a[i * N + k] * b[k * N + j];
}

int main(void)
{
    double ab[2 * N * N], c[N * N];
    oracle_random(ab, 2 * N * N, 1);
    oracle_random(c, N * N, 2);
    ORACLE_MAP(f, ab, 2 * N * N, c, N * N);
    return oracle_result();
}

/* Blocked multiplication with a local accumulator tile and ragged edges. */
#include "oracle.h"

enum { N = 7, B = 3 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void f(const double *ab, int n, double *c, int m)
{
    const double *a = ab, *b = ab + N * N;
    for (int ii = 0; ii < N; ii += B)
        for (int jj = 0; jj < N; jj += B) {
            double tile[B][B] = {{0}};
            for (int k = 0; k < N; k++)
                for (int i = ii; i < least(ii + B, N); i++)
                    for (int j = jj; j < least(jj + B, N); j++)
                        tile[i - ii][j - jj] += a[i * N + k] * b[k * N + j];
            for (int i = ii; i < least(ii + B, N); i++)
                for (int j = jj; j < least(jj + B, N); j++)
                    c[i * N + j] = tile[i - ii][j - jj] * tile[0][0];
        }
}

int main(void)
{
    double ab[2 * N * N], c[N * N];
    oracle_random(ab, 2 * N * N, 1);
    oracle_random(c, N * N, 2);
    ORACLE_MAP(f, ab, 2 * N * N, c, N * N);
    return oracle_result();
}

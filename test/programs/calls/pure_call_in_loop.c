/* A function that only reads, called with the same arguments in every round of a
 * loop: its loop is differentiated once, not n times. 20000 numbers take a moment
 * that way and minutes the other. */
#include <math.h>
#include "oracle.h"

enum { N = 20000 };

__attribute__((noinline)) static double norm(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

static void normalize(int n, const double *restrict in, double *restrict out)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] / norm(in, n);
}

int main(void)
{
    static double x[N], y[N], dx[N], dy[N];
    double length;

    for (int i = 0; i < N; i++)
        x[i] = i % 3 + 1;
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < N; k++)
            dx[k] = 0;
        dy[0] = 1;
        __enzyme_autodiff((void *)normalize, N, x, dx, y, dy);
    }
    length = norm(x, N);
    CHECK(y[1], 2 / length);
    CHECK(dx[0], 1 / length - 1 / (length * length * length));
    CHECK(dx[2], -3 / (length * length * length));
    return oracle_result();
}

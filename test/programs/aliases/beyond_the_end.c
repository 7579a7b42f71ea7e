/* A loop that tests behind its body runs once where it is entered beyond its end: what it accesses
 * there counts where arrays might overlap. */
#include "oracle.h"

enum { N = 24 };

static void f(double *a, double *b, long n, long m)
{
    for (long i = 0; i < m; i++) {
        long j = i;
        do {
            b[j] = 0.1 * a[j] * a[j] + 0.5 * b[j];
            j++;
        } while (j < n);
    }
}

static void check(const double *x, int a, int b)
{
    double p[3 * N], adjoint[3 * N], tangent[3 * N], direction[3 * N], weights[3 * N];
    oracle_random(direction, 3 * N, 2);
    oracle_random(weights, 3 * N, 3);
    for (int i = 0; i < 3 * N; i++)
        p[i] = x[i], adjoint[i] = weights[i], tangent[i] = direction[i];
    __enzyme_autodiff((void *)f, p + a, adjoint + a, p + b, adjoint + b, 4L, (long)N);
    for (int i = 0; i < 3 * N; i++)
        p[i] = x[i];
    __enzyme_fwddiff((void *)f, p + a, tangent + a, p + b, tangent + b, 4L, (long)N);
    CHECK(oracle_dot(adjoint, direction, 3 * N), oracle_dot(weights, tangent, 3 * N));
}

int main(void)
{
    double x[3 * N];
    oracle_random(x, 3 * N, 1);
    for (int distance = 0; distance < N + 4; distance++) {
        check(x, distance, 0);
        check(x, 0, distance);
    }
    return oracle_result();
}

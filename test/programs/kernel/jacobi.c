/* Jacobi iteration with two buffers exchanged by pointer. */
#include "oracle.h"

enum { N = 6 };

static void f(const double *b, int n, double *u, int m)
{
    double other[N];
    double *now = u, *next = other;
    for (int it = 0; it < 7; it++) {
        for (int i = 0; i < N; i++) {
            double left = i ? now[i - 1] : 0, right = i + 1 < N ? now[i + 1] : 0;
            next[i] = (b[i] * b[i] + left + right) / (2.5 + 0.1 * now[i] * now[i]);
        }
        double *t = now;
        now = next;
        next = t;
    }
    if (now != u)
        for (int i = 0; i < N; i++)
            u[i] = now[i];
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){1, 0.5, -1, 2, 0.3, 0.8}), N,
               ((const double[]){0, 0.1, 0.2, 0.3, 0.4, 0.5}), N);
    return oracle_result();
}

/* Cells with two floats or a pointer, by turns, are moved by one cell. */
#include <string.h>
#include "oracle.h"

enum { N = 8 };
union cell {
    float f[2];
    float *p;
};

static double f(const double *x, int n)
{
    float pool[2 * N] = {0};
    union cell c[N + 1];
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 2) {
            pool[i] = (float)x[i];
            c[i].p = &pool[i];
        } else {
            c[i].f[0] = (float)x[i];
            c[i].f[1] = (float)(x[i] * x[i]);
        }
    memmove(c + 1, c, (size_t)n * sizeof *c);
    for (int i = 0; i < n; i++)
        sum += i % 2 ? *c[i + 1].p * 2.0 : (double)(c[i + 1].f[0] * c[i + 1].f[1]);
    return sum;
}

int main(void)
{
    double x[N];
    for (int k = 0; k < 20; k++) { /* wherever the memory is */
        double dx[N] = {0}, want[N];
        for (int i = 0; i < N; i++) {
            x[i] = 0.5 + 0.1 * i;
            want[i] = i % 2 ? 2 : 3 * x[i] * x[i];
        }
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, N);
        for (int i = 0; i < N; i++)
            CHECK_FLOAT(dx[i], want[i]);
    }
    return oracle_result();
}

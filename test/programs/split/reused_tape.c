/* enzyme_nofree: the rows of a Jacobian from one tape, one reverse call per row; the last one frees
 * it. */
#include "oracle.h"
#include <math.h>

extern int enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

enum { N = 3, M = 4 };

static void f(const double *x, double *y)
{
    double work[N];
    for (int i = 0; i < N; i++)
        work[i] = sin(x[i]) * x[(i + 1) % N];
    for (int k = 0; k < M; k++) {
        y[k] = 0;
        for (int i = 0; i < N; i++)
            y[k] += work[i] * exp(0.1 * k * x[i]);
    }
}

int main(void)
{
    double x[N] = {0.2, 0.9, -0.4}, y[M], dx[N], dy[M] = {0};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    for (int k = 0; k < M; k++) {
        for (int i = 0; i < N; i++)
            dx[i] = 0;
        dy[k] = 1;
        if (k + 1 < M)
            __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, tape, enzyme_nofree);
        else
            __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, tape);
        CHECK(dy[k], 0);
        for (int i = 0; i < N; i++) {
            double v[N] = {0}, jv[M] = {0}, z[M];
            v[i] = 1;
            __enzyme_fwddiff_v((void *)f, enzyme_dup, x, v, enzyme_dup, z, jv);
            CHECK(dx[i], jv[k]);
        }
    }
    return oracle_result();
}

/* The vector extension: arithmetic, comparison masks, subscripts, shuffles and conversions. */
#include <math.h>
#include "oracle.h"

typedef double v4d __attribute__((vector_size(32)));
typedef long v4l __attribute__((vector_size(32)));
typedef float v4f __attribute__((vector_size(16)));

static double f(const double *x, int n)
{
    v4d a = {x[0], x[1], x[2], x[3]}, b = {x[4], x[5], x[6], x[7]};
    v4l bigger = a > b;
    v4d c = a * b + 2.0 * a - b / (a * a + 1.0);
    v4d d = (v4d)((bigger & (v4l)c) | (~bigger & (v4l)-a));
    v4d e = __builtin_shufflevector(d, b, 3, 6, 1, 4);
    v4f half = __builtin_convertvector(e, v4f);
    v4d back = __builtin_convertvector(half, v4d);
    d[1] += back[2] * e[0];
    d += (v4d)((v4l)b & bigger);
    return d[0] * d[1] + d[2] - d[3] * e[3];
}

int main(void)
{
    const double x[] = {0.5, -0.25, 1.5, 0.75, 0.125, 1.0, -0.5, 2.0};
    double g[8], want[8], h = 1e-3;
    GRADIENT(f, x, g, 8);
    for (int i = 0; i < 8; i++) {
        double t[8] = {0};
        t[i] = 1;
        want[i] = __enzyme_fwddiff((void *)f, enzyme_dup, x, t, enzyme_const, 8);
        CHECK_TOL(g[i], want[i], 1e-6);
        double up[8], down[8];
        for (int k = 0; k < 8; k++)
            up[k] = x[k] + h * t[k], down[k] = x[k] - h * t[k];
        CHECK_TOL(g[i], (f(up, 8) - f(down, 8)) / (2 * h), 2e-3);
    }
    return oracle_result();
}

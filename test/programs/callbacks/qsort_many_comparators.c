/* Several sorts with different comparison functions and element types in one program, one chosen at
 * run time. */
#include "oracle.h"
#include <stdlib.h>

static int up(const void *a, const void *b)
{
    double x = *(double *)a, y = *(double *)b;
    return (x > y) - (x < y);
}
static int down(const void *a, const void *b)
{
    return up(b, a);
}
static int float_up(const void *a, const void *b)
{
    float x = *(float *)a, y = *(float *)b;
    return (x > y) - (x < y);
}
static int int_up(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static double f(const double *x, int n)
{
    double d[8], s = 0;
    float g[8];
    int key[8];
    for (int i = 0; i < n; i++) {
        d[i] = x[i] * x[i];
        g[i] = (float)(3 * x[i]);
        key[i] = (3 * i) % n;
    }
    int (*order)(const void *, const void *) = x[0] > 0 ? up : down;
    qsort(d, (size_t)n, sizeof *d, order);
    qsort(g, (size_t)n, sizeof *g, float_up);
    qsort(key, (size_t)n, sizeof *key, int_up);
    for (int i = 0; i < n; i++)
        s += d[i] * g[i] * (key[i] + 1);
    return s;
}

int main(void)
{
    double x[] = {1, -0.5, 2, 0.25, -1.5}, dx[5] = {0}, v[5] = {1, 0.5, -1, 2, 0.25}, dot = 0;
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 5);
    double t = __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, 5);
    /* sorted: d = .0625 .25 1 2.25 4, g = -4.5 -1.5 .75 3 6; key = 0..4 */
    CHECK(dx[0], 2 * 1 * 0.75 * 3 + 3 * 2.25 * 4);
    CHECK(dx[3], 2 * 0.25 * -4.5 * 1 + 3 * 1 * 3);
    for (int i = 0; i < 5; i++)
        dot += dx[i] * v[i];
    CHECK_FLOAT(t, dot);
    x[0] = -1;
    for (int i = 0; i < 5; i++)
        dx[i] = 0;
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 5);
    /* d descending: 4 2.25 1 .25 .0625, g = -4.5 -3 -1.5 .75 6 */
    CHECK(dx[2], 2 * 2 * -4.5 * 1 + 3 * 0.0625 * 5);
    CHECK(dx[0], 2 * -1 * -1.5 * 3 + 3 * 2.25 * 2);
    return oracle_result();
}

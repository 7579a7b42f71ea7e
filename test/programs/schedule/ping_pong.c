/* Two buffers that change roles in every step, by pointers and by swapped restrict arguments of an
 * inlined function. */
#include <stdlib.h>
#include "oracle.h"

static void smooth(int n, const double *restrict from, double *restrict to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] * from[(i + 1) % n] + 0.1 * from[i];
}

static double by_pointer(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), sum = 0;

    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int t = 0; t < 5; t++) {
        smooth(n, a, b);
        double *old = a;
        a = b;
        b = old;
    }
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i] + b[i];
    free(a);
    free(b);
    return sum;
}

static double by_turns(const double *x, int n)
{
    double a[8], b[8], sum = 0;

    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int t = 0; t < 3; t++) {
        smooth(n, a, b);
        smooth(n, b, a);
    }
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(by_pointer, ((const double[]){0.9, 1.1, 0.8, 1.2}), 4);
    ORACLE_GRADIENT(by_turns, ((const double[]){0.9, 1.1, 0.8, 1.2}), 4);
    return oracle_result();
}

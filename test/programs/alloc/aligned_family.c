/* aligned_alloc, memalign and valloc give active memory like malloc. */
#include <malloc.h>
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    size_t bytes = (size_t)n * sizeof *x;
    double *a = aligned_alloc(64, (bytes + 63) / 64 * 64), *b = memalign(32, bytes),
           *c = valloc(bytes);
    double s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = x[i] * x[i];
        b[i] = a[i] * x[n - 1 - i];
        c[i] = a[i] + b[i];
    }
    for (int i = 0; i < n; i++)
        s += c[i] * b[i];
    free(c);
    free(b);
    free(a);
    return s;
}

int main(void)
{
    const double x[5] = {1.1, 0.2, -0.3, 0.7, 0.9};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}

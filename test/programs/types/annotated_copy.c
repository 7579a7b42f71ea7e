/* Copies whose type only an annotation says. */
#include <string.h>
#include "oracle.h"

extern void __enzyme_double(const void *, size_t), __enzyme_float(const void *, size_t);

static void copy_some(void *out, const void *in, size_t n, int single)
{
    if (single)
        __enzyme_float(in, n);
    else
        __enzyme_double(in, n);
    memcpy(out, in, n);
}

static double f(const double *x, int n)
{
    double y[4];
    copy_some(y, x, (size_t)n * sizeof *x, 0);
    return y[0] * y[1] * x[2];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}

/* Input and output overlap: writes change what later iterations read. */
#include "oracle.h"

static void shift(const double *in, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i] + out[i];
}

static void f(double *x, int n)
{
    shift(x, x + 1, n - 1);
    shift(x + 1, x, n - 1);
    shift(x, x, n);
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, -0.3, 0.4, 0.2}), 4);
    return oracle_result();
}

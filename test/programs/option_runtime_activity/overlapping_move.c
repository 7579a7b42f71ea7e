// memmove of overlapping blocks behind pointers that may be constant.
#include "oracle.h"
#include <string.h>

static void f(double *x, int n)
{
    memmove(x + 1, x, (n - 1) * sizeof *x);
    x[0] = x[1] * x[2];
    memmove(x, x + 2, (n - 2) * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] *= x[(i + 1) % n];
}

int main(void)
{
    double x[7];
    oracle_random(x, 7, 1);
    ORACLE_INPLACE(f, x, 7);
    return oracle_result();
}

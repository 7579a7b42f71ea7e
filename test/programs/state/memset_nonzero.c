/* memset over active memory, to zero and to other bytes. */
#include <string.h>
#include "oracle.h"

static void f(double *x, int n)
{
    double t[6], s = x[0] * x[1];
    for (int i = 0; i < n; i++)
        t[i] = x[i] * s;
    memset(t + 1, 0, 2 * sizeof *t);
    memset(t + 3, 0x3f, sizeof *t); /* 4.7e-4 */
    for (int i = 0; i < n; i++)
        x[i] = x[i] * t[(i + 1) % n] + t[i];
    memset(x + n - 1, 0, sizeof *x);
    x[n - 1] += s;
}

int main(void)
{
    const double x[5] = {0.5, -0.25, 0.75, 1.2, 0.4};

    ORACLE_INPLACE(f, x, 5);
    return oracle_result();
}

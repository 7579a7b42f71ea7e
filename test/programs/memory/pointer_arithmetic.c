/* Pointers moved through an array by data-independent offsets, read and written. */
#include <stddef.h>
#include "oracle.h"

static void f(double *x, int n)
{
    double *p = x + n / 2;
    ptrdiff_t step = 2;
    for (int i = 0; i < 7; i++) {
        *p += 0.5 * p[-1] * p[1];
        p += step;
        if (p >= x + n - 1 || p <= x) {
            step = -step;
            p = x + n / 2;
        }
    }
    *(x + (p - x)) *= *x;
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.5, -0.3, 0.4, 0.2, 0.9, 1.1, 0.6}), 7);
    return oracle_result();
}

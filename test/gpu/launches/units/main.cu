/* Kernels, the functions that launch them, and device functions are in units of their own, one of
 * them in a library. */
#include "host_test.h"
#include "kernels.h"

static void f(const double *x, double *y, int n)
{
    model m;
    start(m, x, n / 2);
    for (int k = 0; k < 3; k++)
        advance(m, 0.5 + 0.1 * k);
    finish(m, y);
}
HOST_TEST(f, 32, 16)

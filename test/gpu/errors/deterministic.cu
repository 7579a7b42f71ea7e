/* Sums over threads come in any order.
 * enzcc-flags: -fenz-deterministic
 * expect: reverse mode on a device, with -fenz-deterministic */
#include "device_test.h"

__device__ void square(const double *x, double *y, int n)
{
    y[threadIdx.x] = x[threadIdx.x] * x[0];
}
DEVICE_TEST(square, double, 16, 16, 1, 16, 0)

/* One thread waits until another one has written.
 * expect: a volatile access, on a device */
#include "device_test.h"

__device__ void wait(const double *x, double *y, int n)
{
    __shared__ volatile double t[16];
    t[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
    y[threadIdx.x] = t[15 - threadIdx.x];
}
DEVICE_TEST(wait, double, 16, 16, 1, 16, 0)

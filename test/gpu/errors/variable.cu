/* A variable of the device: every thread would clear its shadow.
 * expect: a variable of a device that is active */
#include "device_test.h"

__device__ double state[16];

__device__ void variable(const double *x, double *y, int n)
{
    state[threadIdx.x] = x[threadIdx.x] * 2;
    y[threadIdx.x] = state[threadIdx.x] * x[threadIdx.x];
}
DEVICE_TEST(variable, double, 16, 16, 1, 16, 0)
